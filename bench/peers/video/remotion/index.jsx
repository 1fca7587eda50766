import { registerRoot } from 'remotion';
import { Root } from './video.jsx';

registerRoot(Root);

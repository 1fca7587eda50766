import { movingClipCases } from './all-cases.ts';
import { filmMedia } from './media.ts';
import { prove } from './prove.ts';

await prove(movingClipCases(), await filmMedia());

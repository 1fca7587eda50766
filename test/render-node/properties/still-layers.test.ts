import { stillCases } from './all-cases.ts';
import { fontMedia } from './cases/template-cases.ts';
import { stillMedia } from './media.ts';
import { prove } from './prove.ts';

await prove(stillCases(), { ...(await stillMedia()), ...fontMedia() });

import { timedStillCases } from './all-cases.ts';
import { stillMedia } from './media.ts';
import { prove } from './prove.ts';

await prove(timedStillCases(), await stillMedia());

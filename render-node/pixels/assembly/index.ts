/**
 * What is done with each pixel of each picture, 16 bytes at a time. AssemblyScript: the build compiles it to WebAssembly, and
 * `../kernels.ts` loads that. Rows lie in memory without gaps, and are so long that nothing is left over at their ends.
 */

export { blend, joinRows, packOverlay } from './overlay';
export { dropAlpha } from './rgb';
export { worstTile } from './tiles';
export { brightness, convert } from './to-yuv';

export const SCRATCH_BYTES: i32 = 524_288;
/** Where the caller lays what it hands over, and finds what comes out. */
export const scratch: usize = memory.data(SCRATCH_BYTES, 32);

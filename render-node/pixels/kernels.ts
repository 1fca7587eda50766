/** What is done with each pixel of each picture, in WebAssembly: `assembly/`, docs/decisions/pixels-in-webassembly.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../runtime/repository-root.ts';

/** `assembly/` says what they take; addresses are those of a band's planes. */
interface Kernels {
  dropAlpha(rgba: number, pixels: number, rgb: number): void;
  brightness(rgba: number, pixels: number, luma: number): void;
  convert(rgba: number, width: number, rows: number, luma: number, blue: number, red: number): void;
  packOverlay(
    rgba: number,
    width: number,
    rows: number,
    ...into: [luma: number, lumaAlpha: number, blue: number, red: number, colourAlpha: number]
  ): void;
  joinRows(rows: number, rowBytes: number, count: number): void;
  blend(below: number, above: number, alphas: number, bytes: number): void;
  worstTile(one: number, other: number, stride: number, width: number, rows: number): number;
}

interface Exports extends Kernels {
  memory: WebAssembly.Memory;
  /** Where the memory begins that is the caller's, and its size. */
  scratch: WebAssembly.Global<'i32'>;
  SCRATCH_BYTES: WebAssembly.Global<'i32'>;
}

const program = readFileSync(join(repositoryRoot, 'dist/render-node/pixels/kernels.wasm'));
const { memory, scratch, SCRATCH_BYTES, ...exported } = new WebAssembly.Instance(
  new WebAssembly.Module(program),
).exports as unknown as Exports;

export const kernels: Kernels = exported;
/** Theirs and the caller's. Nothing in it outlives a function that does not wait: the next one uses the same. */
export const kernelMemory = new Uint8Array(memory.buffer, scratch.value, SCRATCH_BYTES.value);

/** A stream that pictures cannot be spliced in. */
export class UnfitStream extends Error {
  constructor(problem: string) {
    super(`The encoder's stream cannot be spliced: ${problem}`);
    this.name = 'UnfitStream';
  }
}

/** Something that only the reader can mend: the message says what is wrong and what to do; no stack is shown. */
export class StartProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartProblem';
  }
}

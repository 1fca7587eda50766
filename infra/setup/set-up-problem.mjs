/** Something only the reader can mend. The message says what is wrong and what to do; no stack is shown. */
export class SetUpProblem extends Error {}

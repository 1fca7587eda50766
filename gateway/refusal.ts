/**
 * A refusal is an answer that a caller can act on: rows are missing, credits are short, a template is not there. Each
 * is a class beside the operation that raises it and a member of a union in the schema. Anything else thrown is a bug.
 */
export abstract class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

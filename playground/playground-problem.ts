/** A mistake of who runs the playground, said in a sentence that names the mend. */
export class PlaygroundProblem extends Error {}

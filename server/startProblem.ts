/** An error that keeps Foyer from starting. Its sentences are for the operator and are printed without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

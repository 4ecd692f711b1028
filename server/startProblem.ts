/** An error that keeps Foyer from starting. The operator sees its sentences without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

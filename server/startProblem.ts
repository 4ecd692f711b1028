/** An error that keeps Foyer or a tool from starting. The operator sees its message without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

/** What keeps Foyer from starting, in sentences for the person who starts it: printed without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

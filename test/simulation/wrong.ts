/** Thrown to end a history early because of a fault. */
export class Wrong extends Error {
  readonly what: readonly string[];

  /** @param what the faults, in sentences. */
  constructor(what: readonly string[]) {
    super(what.join("\n"));
    this.what = what;
  }
}

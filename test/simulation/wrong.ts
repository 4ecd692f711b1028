/** What ends a history before its end: something in it is wrong. */
export class Wrong extends Error {
  readonly what: readonly string[];

  /** @param what in sentences. */
  constructor(what: readonly string[]) {
    super(what.join("\n"));
    this.what = what;
  }
}

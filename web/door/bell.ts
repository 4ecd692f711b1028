/**
 * Waits for a while, or until somebody rings. A ring while nobody waits is heard by who waits next. Invariant: news never
 * shortens a pause, however much of it comes.
 */
export class Bell {
  #isRung = false;
  #hasNews = false;
  #wake: (() => void) | null = null;
  #isPause = false;

  /** Somebody here wants something. */
  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Something happened elsewhere: a wait ends, a pause goes on. */
  news(): void {
    this.#hasNews = true;
    if (!this.#isPause) this.#wake?.();
  }

  /** Resolves to whether somebody rang, or news came that was waited for. `isPause`: after a failure. */
  async wait(ms: number, signal: AbortSignal, isPause = false): Promise<boolean> {
    this.#isPause = isPause;
    const isHeard = () => this.#isRung || (this.#hasNews && !isPause);
    if (!isHeard() && !signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        this.#wake = done;
        signal.addEventListener("abort", done);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
      });
    const wasHeard = isHeard();
    this.#isRung = false;
    this.#hasNews = false;
    this.#wake = null;
    return wasHeard;
  }
}

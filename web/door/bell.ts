/** Waits for a while, or until somebody rings. A ring while nobody waits is heard by who waits next. */
export class Bell {
  #isRung = false;
  #wake: () => void = () => {};

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Resolves to whether somebody rang. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isRung && !signal.aborted)
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
    const wasRung = this.#isRung;
    this.#isRung = false;
    return wasRung;
  }
}

/** What journeys need of a browser, whichever protocol it speaks. Firefox: firefox.ts, WebKit: webkit.ts. */

/** A browser that runs. */
export interface TestBrowser {
  /** Opens a window that shares nothing with the others. */
  open(size: Size): Promise<Tab>;
  close(): Promise<void>;
}

/** One page of it. */
export interface Tab {
  /** Goes to an address; what is there is for the caller to wait for. */
  goto(url: string): Promise<void>;
  /** The value of a JavaScript expression, or what its promise resolves to, as JSON carries it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Real keys and clicks (https://www.w3.org/TR/webdriver2/#actions). */
  act(sources: readonly object[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that the page has told of so far, where the browser passes them on. */
  errors(): string[];
  close(): Promise<void>;
}

/** The inside of a window, in pixels. */
export interface Size {
  width: number;
  height: number;
}

export const phone: Size = { width: 390, height: 844 };
export const desk: Size = { width: 1280, height: 860 };

export interface TestBrowser {
  /** Opens a window with its own cookies and storage. */
  open(size: Size): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  /** Does not wait for the content. */
  goto(url: string): Promise<void>;
  /** Resolves to the value of a JavaScript expression, or of its promise. JSON must be able to express it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Sends real keys and clicks (https://www.w3.org/TR/webdriver2/#actions). */
  act(sources: readonly object[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** The page's errors so far, if the browser reports them. */
  errors(): string[];
  close(): Promise<void>;
}

/** The size of a window's content, in pixels. */
export interface Size {
  width: number;
  height: number;
}

export const phone: Size = { width: 390, height: 844 };
export const desk: Size = { width: 1280, height: 860 };

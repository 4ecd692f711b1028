/**
 * The compiler's "webworker" library conflicts with "dom", which the rest of web/ needs, so the worker's scope is typed
 * here.
 */

export interface ExtendableEvent extends Event {
  /** Keeps the worker alive until the promise settles. */
  waitUntil(until: Promise<unknown>): void;
}

export interface RequestEvent extends ExtendableEvent {
  readonly request: Request;
  /** Empty for a navigation. */
  readonly clientId: string;
  respondWith(reply: Promise<Response>): void;
}

export interface MessageFromPage extends ExtendableEvent {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void } | null;
}

interface Page {
  readonly url: string;
  postMessage(message: unknown): void;
}

interface WorkerScope {
  readonly clients: {
    get(id: string): Promise<Page | undefined>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageFromPage) => void): void;
}

// Inside a worker `self` is this scope; the page's types do not know that.
export const worker = self as unknown as WorkerScope;

/** What a page and the service worker tell each other. */

/** Page to worker: save these tickets, or this page of a door, and what the page is made of. */
export interface KeepMessage {
  readonly type: "keep" | "keepDoor";
  /** The address of the page. */
  readonly page: string;
  /** Addresses of code, styles and pictures that the open page has loaded, beside those its document names. */
  readonly assets: readonly string[];
}

/** Worker to page: what was asked for is saved, or could not be. */
export interface KeptMessage {
  readonly type: "kept";
  readonly page: string;
  readonly saved: boolean;
}

/** Worker to page: where the latest reply came from; null is the server, else when the copy was saved (ISO). */
export interface AnsweredMessage {
  readonly type: "answered";
  readonly savedAt: string | null;
}

/** Whether something that was posted is a message of a type. */
export function isMessage<T extends { type: string }>(content: unknown, type: T["type"]): content is T {
  return typeof content === "object" && content !== null && "type" in content && content.type === type;
}

/** The messages between a page and the service worker. */

/** Page to worker: save these tickets, or this page of a door, and the files that the page uses. */
export interface KeepMessage {
  readonly type: "keep" | "keepDoor";
  /** The address of the page. */
  readonly page: string;
  /** Addresses of code, styles and pictures that the page has loaded, or will need offline. */
  readonly assets: readonly string[];
}

/** Worker to page: whether the page was saved. */
export interface KeptMessage {
  readonly type: "kept";
  readonly page: string;
  readonly saved: boolean;
}

/** Worker to page: the source of the latest reply. Null means the server, otherwise when the copy was saved (ISO). */
export interface AnsweredMessage {
  readonly type: "answered";
  readonly savedAt: string | null;
}

/** Whether posted data is a message of this type. */
export function isMessage<T extends { type: string }>(content: unknown, type: T["type"]): content is T {
  return typeof content === "object" && content !== null && "type" in content && content.type === type;
}

/** Page to worker: save this page (of tickets, or of a door) and its files. */
export interface KeepMessage {
  readonly type: "keep" | "keepDoor";
  readonly page: string;
  /** Addresses of files that the page has loaded, or will need offline. */
  readonly assets: readonly string[];
}

/** Worker to page: `saved` is false if an error ended the saving of the page and its files. */
export interface KeptMessage {
  readonly type: "kept";
  readonly page: string;
  readonly saved: boolean;
}

/** Worker to page: when the copy in the latest reply was saved (ISO); null if the server replied. */
export interface AnsweredMessage {
  readonly type: "answered";
  readonly savedAt: string | null;
}

export function isMessage<T extends { type: string }>(content: unknown, type: T["type"]): content is T {
  return typeof content === "object" && content !== null && "type" in content && content.type === type;
}

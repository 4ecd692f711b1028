/**
 * The message of an apiQueryMsg parameter is kept in browser storage for the next page, which shows it once,
 * as plain text with a Close action (docs/product.md §2, guard, step 8; docs/wire.md §5).
 */
import { notify } from "./stores/snackbars.ts";

const storageName = "foyer.message";

/** Keeps a message for the next page; an empty one is ignored. */
export function saveMessage(message: string): void {
  if (message !== "") sessionStorage.setItem(storageName, message);
}

/** Shows the kept message, if there is one, and deletes it. */
export function showKeptMessage(): void {
  const text = sessionStorage.getItem(storageName);
  if (text === null) return;
  sessionStorage.removeItem(storageName);
  notify({ text, action: { label: "Close" } });
}

/** The message of apiQueryMsg, kept until a page shows it (docs/product.md §2, guard, step 8; docs/wire.md §5). */
import { notify } from "./stores/snackbars.ts";

const storageName = "foyer.message";

export function saveMessage(message: string): void {
  if (message !== "") sessionStorage.setItem(storageName, message);
}

export function showKeptMessage(): void {
  const text = sessionStorage.getItem(storageName);
  if (text === null) return;
  sessionStorage.removeItem(storageName);
  notify({ text, action: { label: "Close" } });
}

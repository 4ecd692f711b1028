/** Copies the address of one of our pages to the clipboard, or shows it if the browser refuses. */
import { notify } from "../stores/snackbars.ts";

/** `path`: an address from web/paths.ts, or an absolute one. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    notify({ text: "Link copied.", color: "success" });
  } catch {
    notify({ text: `Copy this link: ${url}`, timeoutMs: 12_000 });
  }
}

import { notify } from "../stores/snackbars.ts";

/** `path` may also be a whole URL. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    notify({ text: "Link copied.", color: "success" });
  } catch {
    notify({ text: `Copy this link: ${url}`, timeoutMs: 12_000 });
  }
}

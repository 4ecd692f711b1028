/** Puts an address of ours where it can be pasted from; where the device does not let us, it is shown. */
import { notify } from "../stores/snackbars.ts";

/** `path` as web/paths.ts has it. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    notify({ text: "Link copied.", color: "success" });
  } catch {
    notify({ text: `Copy this link: ${url}`, timeoutMs: 12_000 });
  }
}

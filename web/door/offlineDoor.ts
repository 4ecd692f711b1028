/** Makes the open page of a door available offline and installable as its own app. */
import { keepOnDevice, onPageSaved } from "../lib/keepOnDevice.ts";
import { readerFiles } from "./camera/readerFiles.ts";

/**
 * Saves the open page; call it once the page is drawn and has loaded its parts. `onAnswer` gets whether the page is on
 * the device now. Ends with the signal, which restores the document's own manifest.
 */
export function keepDoorPage({
  signal,
  onAnswer,
}: {
  signal: AbortSignal;
  onAnswer?: (isKept: boolean) => void;
}): void {
  const page = location.origin + location.pathname;
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const formerHref = link?.getAttribute("href") ?? "";
  link?.setAttribute("href", `/door.webmanifest?page=${encodeURIComponent(location.pathname)}`);
  signal.addEventListener("abort", () => link?.setAttribute("href", formerHref), { once: true });
  if (onAnswer) onPageSaved(page, signal, onAnswer);
  const keepPage = () => void keepOnDevice(page, { type: "keepDoor", assets: readerFiles });
  keepPage();
  // A page that was opened from its copy is saved again once there is a network, because there may be a newer version.
  addEventListener("online", keepPage, { signal });
}

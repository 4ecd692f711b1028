/** Makes the open page of a door available offline and installable as its own app. */
import { keepOnDevice, onKept } from "../lib/keepOnDevice.ts";
import { readerFiles } from "./camera/readerFiles.ts";

/**
 * Keeps the open page once it is drawn and has loaded its parts. `told` hears whether it is on the device now. Ends
 * with the signal, which restores the document's own manifest.
 */
export function keepDoorPage({
  signal,
  told,
}: {
  signal: AbortSignal;
  told?: (isKept: boolean) => void;
}): void {
  const page = location.origin + location.pathname;
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const before = link?.getAttribute("href") ?? "";
  link?.setAttribute("href", `/door.webmanifest?page=${encodeURIComponent(location.pathname)}`);
  signal.addEventListener("abort", () => link?.setAttribute("href", before), { once: true });
  if (told) onKept(page, signal, told);
  const keep = () => void keepOnDevice(page, { type: "keepDoor", assets: readerFiles });
  keep();
  // A page that was opened from its copy is kept again once there is a network: there may be a newer version.
  addEventListener("online", keep, { signal });
}

/** Makes the open page of a door one that opens without a network, and can be installed as an app of its own. */
import { keepOnDevice, onKept } from "../lib/keepOnDevice.ts";
import { readerFiles } from "./camera/readerFiles.ts";

/**
 * Has the open page kept: once it is drawn and has loaded its parts. `told` hears whether it is on the device now; ends
 * with the signal, which gives the document its own manifest back.
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
  // A page that was opened from its copy is kept anew when there is a network: there may be a newer one.
  addEventListener("online", keep, { signal });
}

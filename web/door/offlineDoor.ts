import { keepOnDevice, onPageSaved } from "../lib/keepOnDevice.ts";
import { readerFiles } from "./camera/readerFiles.ts";

/**
 * Makes the open page available offline and installable as its own app. Call it once the page is drawn and has loaded
 * its parts.
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
  // The open page may come from its copy, and the server may have a newer version.
  addEventListener("online", keepPage, { signal });
}

/** Has the service worker save pages for offline use. */
import { isMessage, type KeepMessage, type KeptMessage } from "../sw/messages.ts";

/** Asks the service worker to save a page, with our files that this document has loaded and the given ones. */
export async function keepOnDevice(
  page: string,
  { type = "keep", assets = [] }: { type?: KeepMessage["type"]; assets?: readonly string[] } = {},
): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({
      type,
      page,
      assets: [...new Set([...loadedFiles(), ...assets])],
    } satisfies KeepMessage);
  } catch {
    // A browser may refuse the service worker. The page works anyway.
  }
}

/** Calls `onAnswer` when the worker reports whether it saved the page, until the signal aborts. */
export function onPageSaved(page: string, signal: AbortSignal, onAnswer: (isSaved: boolean) => void): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener(
    "message",
    ({ data }) => {
      if (isMessage<KeptMessage>(data, "kept") && data.page === page) onAnswer(data.saved);
    },
    { signal },
  );
}

function loadedFiles(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);
}

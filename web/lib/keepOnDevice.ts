import { isMessage, type KeepMessage, type KeptMessage } from "../sw/messages.ts";

/**
 * Asks the service worker to save a page for offline use, with our files that this document has loaded and `assets`.
 */
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
    // The browser may refuse. The page works anyway.
  }
}

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

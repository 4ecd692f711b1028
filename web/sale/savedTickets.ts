import { useEffect, useState } from "react";
import type { PayloadOf } from "../../contract/all.ts";
import { isNotFound } from "../api/apiError.ts";
import { api } from "../api/browser.ts";
import { keepOnDevice } from "../lib/keepOnDevice.ts";
import type { Proof } from "../paths.ts";
import { type AnsweredMessage, isMessage } from "../sw/messages.ts";

export type BoughtRegistration = PayloadOf<"registration/getRegistration">;

/**
 * `savedAt` is when the shown copy was saved, "" if that is not known, and null if the tickets are not known to be a
 * copy. `isGone` is true after the server has not found the tickets.
 */
export interface ShownTickets {
  bought: BoughtRegistration;
  savedAt: string | null;
  isGone: boolean;
}

/** While a copy is shown, a visible page requests the tickets this often: a network that is back may not work yet. */
const retryMs = 5000;

/** Requests the tickets again while their page is open. */
export function useSavedTickets(proof: Proof, loaded: BoughtRegistration): ShownTickets {
  const [saved, setSaved] = useState<ShownTickets>({ bought: loaded, savedAt: null, isGone: false });
  const { registrationId, accessKey, qrUuid } = proof;
  // After a change of details the page's data is loaded again.
  const [newest, setNewest] = useState(loaded);
  if (newest !== loaded) {
    setNewest(loaded);
    setSaved((previous) => ({ ...previous, bought: loaded }));
  }

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    let isCopy = false;
    const refresh = async () => {
      try {
        const bought = await api.get(
          "registration/getRegistration",
          { registrationId, accessKey, qrUuid },
          { signal, suppressToasts: true },
        );
        // A service worker reports whether its reply is a copy. Without a worker each reply is the server's.
        const isFromServer = !worker?.controller;
        if (isFromServer) isCopy = false;
        setSaved((previous) => ({ ...previous, bought, ...(isFromServer && { savedAt: null }) }));
      } catch (error) {
        if (signal.aborted) return;
        if (isNotFound(error)) {
          isCopy = false;
          setSaved((previous) => ({ ...previous, isGone: true }));
          return;
        }
        isCopy = true;
        setSaved((previous) => ({ ...previous, savedAt: previous.savedAt ?? "" }));
      }
    };
    worker?.addEventListener(
      "message",
      ({ data }) => {
        if (!isMessage<AnsweredMessage>(data, "answered")) return;
        const { savedAt } = data;
        isCopy = savedAt !== null;
        setSaved((previous) => ({ ...previous, savedAt }));
      },
      { signal },
    );
    addEventListener("online", () => void refresh(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") void refresh();
      },
      { signal },
    );
    const retryTimer = setInterval(() => {
      if (isCopy && navigator.onLine && document.visibilityState === "visible") void refresh();
    }, retryMs);
    // The page itself may have come from the worker's copy, with old tickets.
    if (worker?.controller) void refresh();
    void keepOnDevice(location.href);
    return () => {
      clearInterval(retryTimer);
      controller.abort();
    };
  }, [registrationId, accessKey, qrUuid]);

  return saved;
}

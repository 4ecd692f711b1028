import { useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "../../../api/browser.ts";
import { sleep } from "../../../lib/sleep.ts";
import { paths } from "../../../paths.ts";
import { pollUntilDecided } from "../../../sale/followUp.ts";
import { Notice } from "../purchase/Notice.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import type { OwnSupportPage } from "./load.ts";
import { supportProgress } from "./supportProgress.ts";

interface SupportPendingProps extends Pick<OwnSupportPage, "event" | "proof"> {
  paymentIntentId: string;
}

export function SupportPending({ event, proof, paymentIntentId }: SupportPendingProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [hasGivenUp, setGivenUp] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened page follows the payment once.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    void pollUntilDecided(
      (attempt) => supportProgress(api, { accessKey: proof.accessKey, paymentIntentId, attempt, signal }),
      ({ isDecided }) => isDecided,
      {
        wait: sleep,
        signal,
        onAnswer: ({ isDecided, declined }) => {
          if (declined !== null)
            void navigate(paths.pricing(event.slug, proof), { replace: true, state: { declined } });
          else if (isDecided) void revalidate();
        },
      },
    ).then((isDecided) => {
      if (!isDecided && !signal.aborted) setGivenUp(true);
    });
    return () => abort.abort();
  }, []);

  return (
    <PurchaseFrame event={event} heading="One moment">
      <Notice kind="info" title="Your payment is being confirmed.">
        <p role="status">
          {hasGivenUp
            ? "This takes longer than usual. You can close this page: we mail you the receipt as soon as your payment arrives."
            : "Your bank may have paid already, so do not pay twice. This page keeps checking; you can also close it, and we mail you the receipt."}
        </p>
      </Notice>
    </PurchaseFrame>
  );
}

/** Reads the message from the navigation state. */
export function declinedIn(state: unknown): string | null {
  const declined = typeof state === "object" && state !== null ? Reflect.get(state, "declined") : null;
  return typeof declined === "string" ? declined : null;
}

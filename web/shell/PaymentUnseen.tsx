/** The error page for a visitor who may have paid. It must not suggest paying again. */
import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { nextPauseMs } from "../lib/askAgain.ts";
import { sleep } from "../lib/sleep.ts";
import { PageTitle } from "./PageTitle.tsx";

/** `paying`: a card may have been charged for the event of this address. */
export function mayHavePaidAt(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  paying: boolean,
): boolean {
  const query = new URLSearchParams(search);
  const [, page] = /^\/[^/]+\/([^/]+)$/.exec(pathname) ?? [];
  if (page === "success" || (page === "checkout" && paying)) return true;
  // Stripe adds its own parameter when it sends buyers back.
  return (
    query.get("step") === "pay" ||
    ["purchase", "sponsorshipId", "paymentIntentId", "payment_intent"].some((name) => query.has(name))
  );
}

export function PaymentUnknownPage() {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it retries from when it is shown until it is left.
  useEffect(() => {
    const controller = new AbortController();
    void askRepeatedly(revalidate, controller.signal);
    return () => controller.abort();
  }, []);

  return (
    <>
      <PageTitle title="Looking up your order" />
      <section className="container message" aria-live="polite">
        <h1>We could not look up your order yet</h1>
        <p>
          If you have paid, do not pay again: your bank may have paid already. This page keeps checking. You
          can also close it: we mail you as soon as we know.
        </p>
        <p>
          <a className="button" href={pathname + search}>
            Check now
          </a>
        </p>
      </section>
    </>
  );
}

async function askRepeatedly(ask: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const waitMs = nextPauseMs(attempt);
    if (waitMs === null) return;
    await sleep(waitMs, signal);
    if (signal.aborted) return;
    await ask();
  }
}

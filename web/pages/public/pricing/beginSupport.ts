/**
 * Begins a support: the purchase of a sponsor package, or a donation. The same request continues with the support that
 * was begun. Another request first releases that support, so that nobody waits for a package that they hold
 * themselves. Invariant: a request keeps one key until it is answered, so that a double click or a retry after a lost
 * reply begins one support.
 */
import type { BodyInput } from "../../../../contract/all.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { type ApiError, problemsByField, requireApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import type { SponsorProof } from "../../../paths.ts";
import { fieldOfPath, type SupportProblems } from "./supportForm.ts";
import type { SupportStore } from "./supportStore.ts";

export type BeginOutcome =
  /** The support can be paid, or is already paid. Its page shows which. */
  | { kind: "begun"; proof: SponsorProof }
  /** Refused, at fields or with a message. `isStale`: the page's data is outdated and must be loaded again. */
  | { kind: "refused"; problems: SupportProblems; msg: string | null; isStale: boolean };

interface BeginDependencies {
  api: Pick<Api, "get" | "post">;
  store: SupportStore;
}

/** Begins a support, or returns why it cannot begin. */
export async function beginSupport(
  request: BodyInput<"sponsorship/create">,
  { api, store }: BeginDependencies,
): Promise<BeginOutcome> {
  const body = JSON.stringify(request);
  const { begun } = store.get();
  try {
    if (begun !== null) {
      const continued = await continuedSupport(begun, body, api);
      if (continued !== null) return { kind: "begun", proof: continued };
      store.change({ begun: null });
    }
    const keys = requestKeys({ get: () => store.get().asking, set: (asking) => store.change({ asking }) });
    const { sponsorship, accessKey } = await keys.send(request, (idempotencyKey) =>
      api.post("sponsorship/create", request, { idempotencyKey, suppressToasts: true }),
    );
    const proof = { sponsorshipId: sponsorship.id, accessKey };
    store.change({ begun: { ...proof, body, packageId: sponsorship.packageId } });
    return { kind: "begun", proof };
  } catch (error) {
    requireApiError(error);
    return refusalOf(error);
  }
}

/**
 * The support that was begun, if it is paid, or if it is the requested one and can still be paid. Otherwise null. If
 * another one is requested, the support that was begun is released.
 */
async function continuedSupport(
  { sponsorshipId, accessKey, body }: SponsorProof & { body: string },
  requestText: string,
  api: BeginDependencies["api"],
): Promise<SponsorProof | null> {
  const proof = { sponsorshipId, accessKey };
  const options = { suppressToasts: true };
  try {
    if (body === requestText) {
      const { order } = await api.get("sponsorship/getOwn", proof, options);
      return order.paymentStatus === "pending" || order.paymentStatus === "paid" ? proof : null;
    }
    await api.post("sponsorship/release", proof, options);
    return null;
  } catch (error) {
    requireApiError(error);
    if (error.code === "alreadyPaid") return proof;
    if (error.code === "notFound") return null;
    throw error;
  }
}

function refusalOf(error: ApiError): BeginOutcome {
  const refusal = (part: Partial<Extract<BeginOutcome, { kind: "refused" }>>): BeginOutcome => ({
    kind: "refused",
    problems: {},
    msg: null,
    isStale: false,
    ...part,
  });
  switch (error.code) {
    case "soldOut":
      return refusal({ problems: { choice: `${error.msg} Choose another one.` }, isStale: true });
    case "amountMismatch":
      return refusal({
        problems: { choice: "The price has just changed. Check the new price, then continue." },
        isStale: true,
      });
    case "salesClosed":
    case "notFound":
      return refusal({ msg: error.msg, isStale: true });
    default: {
      const problems: SupportProblems = {};
      for (const [path, message] of Object.entries(problemsByField(error))) {
        const field = fieldOfPath(path);
        if (field === "choice") problems.choice = "This package is no longer offered. Choose another one.";
        else if (field !== null) problems[field] = `This ${message}.`;
      }
      const isShownAtField = Object.keys(problems).length > 0;
      return refusal({
        problems,
        msg: isShownAtField ? null : error.msg,
        isStale: problems.choice !== undefined,
      });
    }
  }
}

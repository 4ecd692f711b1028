/**
 * An unpaid support of another request is released first, so that nobody waits for a package that they hold themselves.
 */
import type { BodyInput } from "../../../../contract/all.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { type ApiError, problemsByField, requireApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import type { SponsorProof } from "../../../paths.ts";
import { fieldOfPath, type SupportProblems } from "./supportForm.ts";
import type { SupportStore } from "./supportStore.ts";

export type BeginOutcome =
  /** The support may already be paid. */
  | { kind: "begun"; proof: SponsorProof }
  /** `isStale`: the page's data must be loaded again. */
  | { kind: "refused"; problems: SupportProblems; msg: string | null; isStale: boolean };

interface BeginDependencies {
  api: Pick<Api, "get" | "post">;
  store: SupportStore;
}

/** Begins the support, or continues with the one that was begun. */
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

/** Null if a new support must be begun. A paid one is returned even if another one is requested now. */
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

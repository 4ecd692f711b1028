/**
 * Begins a support. The same request continues with the one that was begun; another request gives that up first, so
 * that nobody waits for a package that they hold themselves. Invariant: a request keeps one key until it is answered,
 * so that a double click or a retry after a lost reply begins once.
 */
import type { BodyInput } from "../../../../contract/all.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { ApiError, problemsByField } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import type { SponsorProof } from "../../../paths.ts";
import { fieldOfPath, type SupportProblems } from "./supportForm.ts";
import type { SupportStore } from "./supportStore.ts";

/** The outcome of `beginSupport`. */
export type BeginOutcome =
  /** It is reserved, or was already paid; its own page says which. */
  | { kind: "begun"; proof: SponsorProof }
  /** Refused, at fields or with a message. `isStale` if the page is outdated. */
  | { kind: "refused"; problems: SupportProblems; msg: string | null; isStale: boolean };

/** What `beginSupport` uses. */
interface Surroundings {
  api: Pick<Api, "get" | "post">;
  store: SupportStore;
}

/** Begins a support, or returns why not. */
export async function beginSupport(
  wish: BodyInput<"sponsorship/create">,
  { api, store }: Surroundings,
): Promise<BeginOutcome> {
  const body = JSON.stringify(wish);
  const { begun } = store.get();
  try {
    if (begun !== null) {
      const goesOn = await resumed(begun, body, api);
      if (goesOn !== null) return { kind: "begun", proof: goesOn };
      store.change({ begun: null });
    }
    const keys = requestKeys({ get: () => store.get().asking, set: (asking) => store.change({ asking }) });
    const { sponsorship, accessKey } = await keys.send(wish, (idempotencyKey) =>
      api.post("sponsorship/create", wish, { idempotencyKey, suppressToasts: true }),
    );
    const proof = { sponsorshipId: sponsorship.id, accessKey };
    store.change({ begun: { ...proof, body, packageId: sponsorship.packageId } });
    return { kind: "begun", proof };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusalOf(error);
  }
}

/** The begun support, if it was paid or is the requested one and continues; otherwise null, and it is given up. */
async function resumed(
  { sponsorshipId, accessKey, body }: SponsorProof & { body: string },
  wished: string,
  api: Surroundings["api"],
): Promise<SponsorProof | null> {
  const proof = { sponsorshipId, accessKey };
  const options = { suppressToasts: true };
  try {
    if (body === wished) {
      const { order } = await api.get("sponsorship/getOwn", proof, options);
      return order.paymentStatus === "pending" || order.paymentStatus === "paid" ? proof : null;
    }
    await api.post("sponsorship/release", proof, options);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "alreadyPaid") return proof;
    if (error.code === "notFound") return null;
    throw error;
  }
}

function refusalOf(error: ApiError): BeginOutcome {
  const refused = (part: Partial<Extract<BeginOutcome, { kind: "refused" }>>): BeginOutcome => ({
    kind: "refused",
    problems: {},
    msg: null,
    isStale: false,
    ...part,
  });
  switch (error.code) {
    case "soldOut":
      return refused({ problems: { choice: `${error.msg} Choose another one.` }, isStale: true });
    case "amountMismatch":
      return refused({
        problems: { choice: "The price has just changed. Look at it again, and go on if it suits you." },
        isStale: true,
      });
    case "salesClosed":
    case "notFound":
      return refused({ msg: error.msg, isStale: true });
    default: {
      const problems: SupportProblems = {};
      for (const [path, message] of Object.entries(problemsByField(error))) {
        const field = fieldOfPath(path);
        if (field === "choice") problems.choice = "This package is no longer offered. Choose another one.";
        else if (field !== null) problems[field] = `This ${message}.`;
      }
      const isPlaced = Object.keys(problems).length > 0;
      return refused({ problems, msg: isPlaced ? null : error.msg, isStale: problems.choice !== undefined });
    }
  }
}

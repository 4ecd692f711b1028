/**
 * A request keeps its key until the server has decided, so that a double click, a retry or a second tab gets the same
 * hold. While the draft says that a hold is being paid, no other is made unless the server has ended that one.
 */
import type { Event } from "../../contract/shapes/event.ts";
import { requestKeys } from "../act/requestKeys.ts";
import { type ApiError, isFinalRefusal, problemsByField, requireApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { type Choice, codeUsesOfChoice, limitChoiceTo, requestOf, sameChoice } from "./choice.ts";
import type { Hold } from "./draft.ts";
import type { DraftStore } from "./draftStore.ts";
import { type DeviceClocks, readHold, skewFrom } from "./holdClock.ts";
import { refreshHold } from "./loadPurchase.ts";

export type HoldOutcome =
  | { kind: "held" }
  | { kind: "alreadyPaid" }
  /** The draft's choice was reduced to what is left. Messages by id. */
  | { kind: "short"; msg: string; tickets: Record<number, string>; extras: Record<number, string> }
  | { kind: "codeRefused"; msg: string }
  /** If the server did not answer, a retry asks for the same hold. */
  | { kind: "refused"; msg: string };

/** Another choice would release the offer to the next in line. */
const offerMessage =
  "These places were offered to you from the waiting list, and cannot be changed. Continue with them. You can add extras when you have the tickets.";

export interface TakeHoldParts {
  api: Pick<Api, "get" | "post">;
  store: DraftStore;
  event: Pick<Event, "id" | "config">;
  clocks: DeviceClocks;
}

/** Uses the draft's promo code if it covers some of the tickets. */
export async function takeHold(choice: Choice, parts: TakeHoldParts): Promise<HoldOutcome> {
  const { store, clocks } = parts;
  const { hold, promo } = store.get();
  const promoCode = promo !== null && codeUsesOfChoice(promo, choice) > 0 ? promo.code : null;
  if (hold !== null) {
    // An offer has no code, so a saved code must not make the same choice a different one.
    const isSameCode = hold.isOffer || (hold.quote.promoCode ?? null) === promoCode;
    const isSame = sameChoice(hold.choice, choice) && isSameCode;
    const isOver = readHold(hold, clocks).remainingMs === 0;
    if (isSame && !isOver) return { kind: "held" };
    if (hold.isOffer && !isOver) return { kind: "refused", msg: offerMessage };
    const problem = await leaveFormerHold(hold, isOver, parts);
    if (problem !== null) return problem;
  }
  return requestHold(choice, promoCode, parts);
}

/** Returns why there must not be another hold, or null. */
async function leaveFormerHold(
  { registrationId, accessKey }: Hold,
  isOver: boolean,
  { api, store }: TakeHoldParts,
): Promise<HoldOutcome | null> {
  // Its time is over: it may have ended, or been paid.
  if (isOver && (await refreshHold(api, store)) && store.get().hold === null)
    return store.get().holdEnded ? null : { kind: "alreadyPaid" };
  try {
    await api.post("registration/releaseHold", { registrationId, accessKey }, { suppressToasts: true });
  } catch (error) {
    requireApiError(error);
    if (error.code === "alreadyPaid") {
      store.dispatch({ type: "bought", bought: { registrationId, accessKey } });
      return { kind: "alreadyPaid" };
    }
    // The buyer may have paid, and must not pay twice.
    if (store.get().paying && error.status !== 404) return { kind: "refused", msg: error.msg };
    // A hold that was not released expires by itself. It must not keep the buyer from choosing.
  }
  store.dispatch({ type: "released" });
  return null;
}

async function requestHold(
  choice: Choice,
  promoCode: string | null,
  { api, store, event, clocks }: TakeHoldParts,
): Promise<HoldOutcome> {
  store.dispatch({ type: "chosen", choice });
  const keys = requestKeys({
    get: () => store.get().asking,
    set: (asking) => store.dispatch({ type: "asked", asking }),
  });
  const { tickets, extras } = requestOf(choice);
  const body = {
    eventId: event.id,
    tickets,
    ...(extras.length > 0 && { extras }),
    ...(promoCode !== null && { promoCode }),
    userTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  try {
    const { registration, accessKey, quote } = await keys.send(body, (idempotencyKey) =>
      api.post("registration/initRegistration", body, { idempotencyKey, suppressToasts: true }),
    );
    store.dispatch({
      type: "held",
      namesFor: event.config.saveAllAttendeesDetails ? "everyTicket" : "buyerOnly",
      hold: {
        registrationId: registration.registrationId,
        accessKey,
        // The type allows null, but a new hold always has an end.
        expiresAt: registration.expiresAt ?? registration.createdAt,
        skewMs: skewFrom(registration.createdAt, clocks),
        quote,
        choice,
      },
    });
    return { kind: "held" };
  } catch (error) {
    requireApiError(error);
    // Without an answer the places may be held, so the key stays.
    if (!isFinalRefusal(error)) return { kind: "refused", msg: error.msg };
    return outcomeOfRefusal(choice, error, store);
  }
}

function outcomeOfRefusal(choice: Choice, error: ApiError, store: DraftStore): HoldOutcome {
  const left = {
    tickets: numbersIn(error.payload, "available"),
    extras: numbersIn(error.payload, "availableExtras"),
  };
  const codeProblem = problemsByField(error).promoCode;
  if (codeProblem !== undefined) {
    store.dispatch({ type: "refused", choice });
    const msg = error.code === "invalidInput" ? `The code ${codeProblem}.` : error.msg;
    return { kind: "codeRefused", msg };
  }
  const corrected = limitChoiceTo(choice, left);
  store.dispatch({ type: "refused", choice: corrected });
  const shortMessages = {
    tickets: shortages(choice.tickets, left.tickets),
    extras: shortages(choice.extras, left.extras),
  };
  if (Object.keys(shortMessages.tickets).length + Object.keys(shortMessages.extras).length > 0) {
    return { kind: "short", msg: error.msg, ...shortMessages };
  }
  const [problem] = Object.values(problemsByField(error));
  return { kind: "refused", msg: problem === undefined ? error.msg : `Your choice ${problem}.` };
}

export function shortages(wanted: Choice["tickets"], left: Record<number, number>): Record<number, string> {
  const words = Object.entries(wanted).flatMap(([id, quantity]): [number, string][] => {
    const count = left[Number(id)];
    if (count === undefined || count >= quantity) return [];
    return [
      [
        Number(id),
        count === 0 ? "These were just sold out." : `Only ${count} left: we changed your choice to ${count}.`,
      ],
    ];
  });
  return Object.fromEntries(words);
}

/** Reads `{ "12": 2 }` from a refusal's payload. */
export function numbersIn(payload: unknown, name: string): Record<number, number> {
  const numbers = typeof payload === "object" && payload !== null ? Reflect.get(payload, name) : null;
  if (typeof numbers !== "object" || numbers === null) return {};
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  );
}

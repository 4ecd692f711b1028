import { requestKeys } from "../act/requestKeys.ts";
import { type ApiError, isFinalRefusal, requireApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { sleep } from "../lib/sleep.ts";
import { type Choice, limitChoiceTo, requestOf, sameChoice } from "./choice.ts";
import type { ExtrasDraftStore, ExtrasHold } from "./extrasDraft.ts";
import { type DeviceClocks, readHold, skewFrom } from "./holdClock.ts";
import { numbersIn, shortages } from "./takeHold.ts";

export type ExtrasOutcome =
  | { kind: "kept" }
  /** Free extras are bought without a payment. */
  | { kind: "bought"; purchaseId: number }
  /** The extras that were reserved before were paid meanwhile. */
  | { kind: "alreadyPaid"; paymentIntentId: string }
  /** `extras` has a message by id; the draft's choice becomes what is left of it. */
  | { kind: "short"; msg: string; extras: Record<number, string> }
  | { kind: "refused"; msg: string };

export interface ReserveExtrasParts {
  api: Pick<Api, "post">;
  store: ExtrasDraftStore;
  owner: { registrationId: number; accessKey: string };
  clocks: DeviceClocks;
}

/**
 * `totalAmount` is the total that was shown (minor units). A request keeps its key until the server has decided, so
 * that a double click or a lost reply makes one order.
 */
export async function reserveExtras(
  choice: Choice,
  totalAmount: number,
  { api, store, owner, clocks }: ReserveExtrasParts,
): Promise<ExtrasOutcome> {
  const { kept } = store.get();
  if (isReserved(kept, clocks) && sameChoice({ tickets: {}, extras: kept.choice }, choice))
    return { kind: "kept" };
  const replaced = kept === null ? {} : { replacesOrderId: kept.orderId };
  const body = { ...owner, extras: requestOf(choice).extras, totalAmount, ...replaced };
  const keys = requestKeys({ get: () => store.get().asking, set: (asking) => store.change({ asking }) });
  store.change({ choice: choice.extras, ended: false });
  try {
    const { order, extrasPurchase, paymentIntentId, expiresAt, ...intent } = await keys.send(
      body,
      (idempotencyKey) => api.post("extras/purchaseExtras", body, { idempotencyKey, suppressToasts: true }),
    );
    if (paymentIntentId === null || expiresAt === null) {
      store.change({ choice: {}, kept: null });
      return { kind: "bought", purchaseId: extrasPurchase.id };
    }
    const { id: orderId, items, pricesIncludeTax, subtotal, tax, taxes, currency, createdAt } = order;
    store.change({
      kept: {
        orderId,
        choice: choice.extras,
        quote: {
          items,
          pricesIncludeTax,
          subtotal,
          tax,
          taxes,
          totalAmount: order.totalAmount,
          currency,
          promoCode: null,
          discount: 0,
        },
        intent: { ...intent, paymentIntentId },
        expiresAt,
        skewMs: skewFrom(createdAt, clocks),
      },
    });
    return { kind: "kept" };
  } catch (error) {
    requireApiError(error);
    // Without a deciding answer the order may exist, so the key stays. The reserved extras may not
    // have been released, so these stay too.
    if (!isFinalRefusal(error)) return { kind: "refused", msg: error.msg };
    if (error.code === "alreadyPaid" && kept !== null)
      return { kind: "alreadyPaid", paymentIntentId: kept.intent.paymentIntentId };
    return outcomeOfRefusal(choice, error, store);
  }
}

export function isReserved(extras: ExtrasHold | null, clocks: DeviceClocks): extras is ExtrasHold {
  return extras !== null && readHold(extras, clocks).remainingMs > 0;
}

function outcomeOfRefusal(choice: Choice, error: ApiError, store: ExtrasDraftStore): ExtrasOutcome {
  const left = numbersIn(error.payload, "availableExtras");
  // The server releases the reserved extras before it decides about the others.
  store.change({ choice: limitChoiceTo(choice, { tickets: {}, extras: left }).extras, kept: null });
  const extras = shortages(choice.extras, left);
  if (Object.keys(extras).length > 0) return { kind: "short", msg: error.msg, extras };
  if (error.code === "invalidInput")
    return { kind: "refused", msg: "Something that you chose is no longer on sale. Please choose again." };
  return { kind: "refused", msg: error.msg };
}

const askAgainMs = 5000;

/** Asks until the server answers whether the order of expired extras is paid now. False after a final refusal. */
export async function askWhetherPaid(
  api: Pick<Api, "get">,
  payment: { paymentIntentId: string; accessKey: string },
  wait: (ms: number) => Promise<void> = sleep,
): Promise<boolean> {
  for (;;) {
    try {
      const { order } = await api.get("stripe/get-registration-from-payment", payment, {
        suppressToasts: true,
      });
      return order.paymentStatus === "paid";
    } catch (error) {
      requireApiError(error);
      if (isFinalRefusal(error)) return false;
    }
    await wait(askAgainMs);
  }
}

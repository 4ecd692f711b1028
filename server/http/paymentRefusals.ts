/**
 * The messages if the payment provider fails. At `paid` and `giveUp` a card may have been charged, so no message says
 * that nothing was charged, or to try again.
 */
import { DomainError } from "../domainError.ts";
import { mayHavePaidMessage, stillHeldMessage } from "../payments/buyerWords.ts";
import { ProviderDown, ProviderRefused, type Trouble } from "../payments/provider.ts";

/** When a call sends its request to the provider. */
type Moment =
  /** The intent is being created, so it cannot be paid yet. */
  | "begin"
  /** The buyer has given the card to the provider, or returns from the bank. */
  | "paid"
  /** A buyer gives up what is held, perhaps after paying for it. */
  | "giveUp"
  | "staff"
  | "delivery";

/** By the path of the call; other calls are `staff`. */
export const momentByCall: Readonly<Record<string, Moment>> = {
  "stripe/create-payment-intent": "begin",
  "sponsorship/createSponsorshipPaymentIntent": "begin",
  "extras/purchaseExtras": "begin",
  "stripe/confirm-payment": "paid",
  "stripe/get-registration-from-payment": "paid",
  "registration/releaseHold": "giveUp",
  "sponsorship/release": "giveUp",
  "waitingList/leave": "giveUp",
  "stripe/webhook": "delivery",
};

type Fault = Trouble | "refused";

const always = (message: string): Readonly<Record<Fault, string>> => ({
  down: message,
  limited: message,
  key: message,
  refused: message,
});

/** `begin` has no `refused`, because there the buyer reads the provider's own refusal. */
const words: Readonly<Record<Exclude<Moment, "begin">, Readonly<Record<Fault, string>>>> & {
  begin: Readonly<Record<Trouble, string>>;
} = {
  begin: {
    down: "The payment provider does not answer. Nothing was charged. Please try again in a moment.",
    limited: "Many people are paying at this moment. Nothing was charged. Please try again in a few seconds.",
    key: "Payments do not work at this moment. Nothing was charged. Please tell the organiser.",
  },
  paid: always(mayHavePaidMessage),
  giveUp: always(stillHeldMessage),
  staff: {
    down: "The payment provider does not answer, so nothing was changed. Try again in a few minutes.",
    limited:
      "The payment provider takes no more requests at this moment, so nothing was changed. Try again in a few minutes.",
    key: "The payment provider does not accept our key, so nothing was changed. The server’s log says why.",
    refused: "The payment provider refused the request, so nothing was changed. The server’s log says why.",
  },
  delivery: always("The payment provider could not be asked about this event. Deliver it again."),
};

/** The refusal that answers `call`, a path below /api/; null if the error is not the provider's. */
export function paymentRefusal(error: unknown, call: string): DomainError | null {
  const moment = momentByCall[call] ?? "staff";
  if (error instanceof ProviderDown) return new DomainError("busy", words[moment][error.trouble]);
  if (!(error instanceof ProviderRefused)) return null;
  if (moment === "begin") return new DomainError("paymentFailed", error.message, { declineCode: error.code });
  return new DomainError("busy", words[moment].refused);
}

/** The answer to `call` if this node is busy, or the database unavailable. */
export function busyMessage(call: string): string {
  const moment = momentByCall[call];
  if (moment === "paid") return mayHavePaidMessage;
  if (moment === "giveUp") return stillHeldMessage;
  return "We are busy at this moment. Please try again in a few seconds.";
}

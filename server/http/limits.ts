import type { CallName } from "../../contract/all.ts";
import type { FileName } from "../../contract/files.ts";

interface Limit {
  max: number;
  timeWindow: number;
}

const minute = 60_000;

// Requests of one client. A club's whole audience may be one client, so the limits on buying only stop scripts.
const limits: Partial<Record<CallName | FileName, Limit>> = {
  "auth/register": { max: 20, timeWindow: minute },
  "auth/forgotPassword": { max: 10, timeWindow: minute },
  "auth/resetPassword": { max: 20, timeWindow: minute },
  "auth/confirmClub": { max: 20, timeWindow: minute },
  "auth/sendConfirmation": { max: 10, timeWindow: minute },
  "team/getInvitation": { max: 60, timeWindow: minute },
  "team/accept": { max: 20, timeWindow: minute },
  // Each link counts wrong PINs itself (server/door/linkTries.ts).
  "door/openLink": { max: 60, timeWindow: minute },
  "registration/getRegistrationByEmail": { max: 5, timeWindow: minute },
  "waitingList/leave": { max: 60, timeWindow: minute },
  // May send a mail to any address.
  "waitingList/join": { max: 30, timeWindow: minute },
  "registration/ticketPdf": { max: 60, timeWindow: minute },
  "order/receiptPdf": { max: 60, timeWindow: minute },
  // Each of the next three can be used to guess promo codes (`maxWrongCodesPerMinute`).
  "promoCode/check": { max: 300, timeWindow: minute },
  "registration/initRegistration": { max: 300, timeWindow: minute },
  "registration/express": { max: 300, timeWindow: minute },
  "extras/purchaseExtras": { max: 60, timeWindow: minute },
  "registration/cancelOwn": { max: 30, timeWindow: minute },
  // The next three may send mails to any address.
  "registration/passOn": { max: 20, timeWindow: minute },
  "registration/correct": { max: 20, timeWindow: minute },
  "registration/saveGuest": { max: 20, timeWindow: minute },
  "sponsorship/create": { max: 60, timeWindow: minute },
  // Decoding a picture takes long.
  "sponsorship/setLogo": { max: 10, timeWindow: minute },
  "sponsorship/createSponsorshipPaymentIntent": { max: 60, timeWindow: minute },
  "stripe/create-payment-intent": { max: 60, timeWindow: minute },
  "stripe/confirm-payment": { max: 120, timeWindow: minute },
};

/** Public calls that write without a limit here, with the reason. */
export const callsWithoutLimit: Partial<Record<CallName, string>> = {
  "auth/signin":
    "has its own limit, by which no client can lock out another person (server/accounts/backOff.ts)",
  "registration/save": "needs the key of a hold, and holds are limited",
  "registration/extendHold": "needs the key of a hold, and a hold is extended a few times",
  "registration/releaseHold": "needs the key of a hold, and holds are limited",
  "order/createOrder": "needs the key of a hold, and places one order for it",
  "sponsorship/release": "needs the key of a sponsorship, and new sponsorships are limited",
};

/** How many unknown promo codes a client may try, over all calls (server/promoCodes/guesses.ts). */
export const maxWrongCodesPerMinute = 20;

/** The limit of a call for the rate limiter. */
export function limitOf(name: CallName | FileName): { rateLimit: Limit | false } {
  return { rateLimit: limits[name] ?? false };
}

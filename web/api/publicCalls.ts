/**
 * The calls that need no token (docs/product.md §6). Names only: the contract's table would bring zod into visitors'
 * pages.
 */
import type { CallName } from "../../contract/all.ts";

export const publicCalls = [
  "auth/confirmClub",
  "auth/forgotPassword",
  "auth/register",
  "auth/resetPassword",
  "auth/signin",
  "club/getAllClubs",
  "club/getClub",
  "door/openLink",
  "event/getAllActiveEvents",
  "event/getAllEvents",
  "event/getEvent",
  "event/getEventByEventIdnClubId",
  "event/getEventBySlug",
  "event/getFirstEvent",
  "extras/getExtrasByEventId",
  "extras/getExtrasByIds",
  "extras/purchaseExtras",
  "form/getFormQuestions",
  "health/live",
  "health/ready",
  "info",
  "order/createOrder",
  "promoCode/check",
  "registration/cancelOwn",
  "registration/correct",
  "registration/express",
  "registration/extendHold",
  "registration/getGuest",
  "registration/getOwnChanges",
  "registration/getRegistration",
  "registration/getRegistrationByEmail",
  "registration/initRegistration",
  "registration/passOn",
  "registration/releaseHold",
  "registration/save",
  "registration/saveGuest",
  "sponsorship-package/getPackagesByEventId",
  "sponsorship/create",
  "sponsorship/createSponsorshipPaymentIntent",
  "sponsorship/getOwn",
  "sponsorship/getSupport",
  "sponsorship/release",
  "sponsorship/setLogo",
  "stripe/confirm-payment",
  "stripe/create-payment-intent",
  "stripe/get-registration-from-payment",
  "team/accept",
  "team/getInvitation",
  "ticket/getTicketById",
  "ticket/getTicketsByEventId",
  "waitingList/getOwn",
  "waitingList/join",
  "waitingList/leave",
] as const satisfies readonly CallName[];

export type PublicCallName = (typeof publicCalls)[number];

const names: ReadonlySet<string> = new Set(publicCalls);

export function isPublicCall(name: string): name is PublicCallName {
  return names.has(name);
}

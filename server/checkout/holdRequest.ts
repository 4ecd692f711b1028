import type { BodyOf } from "../../contract/all.ts";
import { knownZone } from "../../contract/rules/time/eventTime.ts";

/** What a buyer wants to hold. `client` is null if requests of one client are not limited. */
export function holdRequestOf(
  body: BodyOf<"registration/initRegistration"> | BodyOf<"registration/express">,
  client: string | null,
) {
  const { eventId, tickets, extras, promoCode } = body;
  return {
    wish: { eventId, tickets, extras, promoCode, client },
    email: body.email ?? null,
    userTimezone: body.userTimezone ? knownZone(body.userTimezone) : null,
    timezoneOffset: body.timezoneOffset ?? null,
  };
}

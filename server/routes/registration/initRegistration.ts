import { knownZone } from "../../../contract/rules/time/eventTime.ts";
import { route } from "../../http/route.ts";

export const initRegistration = route(
  "registration/initRegistration",
  async ({ body, idempotency, client }, { checkout, codeGuesses, isLimited }) => {
    const codeTry = { client, eventId: body.eventId, code: body.promoCode };
    const payload = await codeGuesses.judged(codeTry, () =>
      checkout.hold({
        wish: {
          eventId: body.eventId,
          tickets: body.tickets,
          extras: body.extras,
          promoCode: body.promoCode,
          client: isLimited ? client : null,
        },
        email: body.email ?? null,
        userTimezone: body.userTimezone ? knownZone(body.userTimezone) : null,
        timezoneOffset: body.timezoneOffset ?? null,
        express: null,
        idempotency,
      }),
    );
    return { payload };
  },
);

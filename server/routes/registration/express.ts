import { knownZone } from "../../../contract/rules/time/eventTime.ts";
import { route } from "../../http/route.ts";

export const express = route(
  "registration/express",
  async ({ body, idempotency, client }, { checkout, codeGuesses, isLimited }) => {
    const codeTry = { client, eventId: body.eventId, code: body.promoCode };
    const payload = await codeGuesses.judged(codeTry, () =>
      checkout.express({
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
        express: {
          attendees: body.attendees,
          additionalFields: body.additionalFields ?? {},
          totalAmount: body.totalAmount,
        },
        idempotency,
      }),
    );
    return { payload };
  },
);

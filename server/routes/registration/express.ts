import { holdRequestOf } from "../../checkout/holdRequest.ts";
import { route } from "../../http/route.ts";

export const express = route(
  "registration/express",
  async ({ body, idempotency, client }, { checkout, codeGuesses, isLimited }) => {
    const codeTry = { client, eventId: body.eventId, code: body.promoCode };
    const { attendees, additionalFields = {}, totalAmount } = body;
    const payload = await codeGuesses.runCounted(codeTry, () =>
      checkout.express({
        ...holdRequestOf(body, isLimited ? client : null),
        express: { attendees, additionalFields, totalAmount },
        idempotency,
      }),
    );
    return { payload };
  },
);

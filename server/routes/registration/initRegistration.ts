import { holdRequestOf } from "../../checkout/holdRequest.ts";
import { route } from "../../http/route.ts";

export const initRegistration = route(
  "registration/initRegistration",
  async ({ body, idempotency, client }, { checkout, codeGuesses, isLimited }) => {
    const codeTry = { client, eventId: body.eventId, code: body.promoCode };
    const payload = await codeGuesses.runCounted(codeTry, () =>
      checkout.hold({ ...holdRequestOf(body, isLimited ? client : null), express: null, idempotency }),
    );
    return { payload };
  },
);

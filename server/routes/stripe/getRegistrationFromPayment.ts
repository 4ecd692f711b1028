import { route } from "../../http/route.ts";

export const getRegistrationFromPayment = route(
  "stripe/get-registration-from-payment",
  async ({ query }, { checkout }) => {
    return { payload: await checkout.outcomeOf(query) };
  },
);

import { currency } from "../../contract/scalars.ts";
import { limits, product } from "../http/product.ts";
import { route } from "../http/route.ts";

export const info = route("info", async (_request, { provider, supportPhone }) => ({
  payload: {
    ...product,
    currencies: [...currency.options],
    provider: provider.name,
    publishableKey: provider.publishableKey,
    supportPhone,
    limits,
  },
}));

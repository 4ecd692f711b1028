import { route } from "../../http/route.ts";
import { unknownPayments } from "../../orders/cases.ts";

export const getUnknown = route("attention/getUnknown", async (_request, { db }) => {
  return { payload: await unknownPayments(db) };
});

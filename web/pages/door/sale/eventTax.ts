/** The event's tax, for the sum before a sale. The server computes its own. */
import type { Tax } from "../../../../contract/rules/money.ts";
import { doorApi, withoutToasts } from "../doorCalls.ts";

/** Fetches the tax. Throws ApiError. */
export async function eventTax(eventId: number, token: () => string | null): Promise<Tax> {
  const { taxType, taxAmount, pricesIncludeTax } = await doorApi(token).get(
    "event/getEvent",
    { eventId },
    { ...withoutToasts, withToken: true },
  );
  return { taxType, taxAmount, pricesIncludeTax };
}

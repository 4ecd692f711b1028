import { amountProblem } from "../../contract/rules/money/payable.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";

/** @throws invalidInput for a price outside the provider's limits */
export function requirePayablePrice(
  price: number,
  currency: Currency,
  { path = "price", mayBeFree = true }: { path?: string | undefined; mayBeFree?: boolean } = {},
): void {
  const message = amountProblem(price, currency, { mayBeFree });
  if (message !== null) throw invalidInput({ path, message });
}

/** Does `requirePayablePrice` in an event's currency; accepts undefined. */
export async function requirePayablePriceAt(
  tx: Tx,
  eventId: number,
  price: number | undefined,
  path?: string,
): Promise<void> {
  if (price !== undefined) requirePayablePrice(price, await currencyOf(tx, eventId), { path });
}

/** The currency of an existing event. */
export async function currencyOf(tx: Tx, eventId: number): Promise<Currency> {
  const event = tx.selectFrom("events").select("currency").where("id", "=", eventId);
  return (await event.executeTakeFirstOrThrow()).currency;
}

/** Can somebody pay a price that staff save? */
import { amountProblem } from "../../contract/rules/payable.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";

/** Throws `invalidInput` for a price that is less or more than the provider takes, and not free where that may be. */
export function mustBePrice(
  price: number,
  currency: Currency,
  { path = "price", mayBeFree = true }: { path?: string | undefined; mayBeFree?: boolean } = {},
): void {
  const message = amountProblem(price, currency, { mayBeFree });
  if (message !== null) throw invalidInput([{ path, message }]);
}

/** The same of something that an event sells, in the event's currency. */
export async function mustBePriceAt(
  tx: Tx,
  eventId: number,
  price: number | undefined,
  path?: string,
): Promise<void> {
  if (price !== undefined) mustBePrice(price, await currencyOf(tx, eventId), { path });
}

/** The currency of an event that is there. */
export async function currencyOf(tx: Tx, eventId: number): Promise<Currency> {
  const event = tx.selectFrom("events").select("currency").where("id", "=", eventId);
  return (await event.executeTakeFirstOrThrow()).currency;
}

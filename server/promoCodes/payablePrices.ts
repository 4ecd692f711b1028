import { formatMoney } from "../../contract/rules/money/money.ts";
import { amountProblem } from "../../contract/rules/money/payable.ts";
import { priceWithCode } from "../../contract/rules/money/promoCode.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { currencyOf } from "../events/requirePayablePrice.ts";
import { extrasOfEvent } from "../extras/rows.ts";
import { packagesOfEvent } from "../sponsorships/rows.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { type PromoCodeRow, promoCodesOfEvent } from "./rows.ts";

type PricedTicket = { id: number; title: string; price: number };

/** The first ticket that the code makes unpayable, with the end of a sentence about its price; else null. */
export function unpayablePrice(
  code: Pick<PromoCodeRow, "kind" | "value" | "ticket_ids">,
  tickets: readonly PricedTicket[],
  currency: Currency,
): { title: string; cost: string } | null {
  for (const { id, title, price } of tickets) {
    // Hidden tickets count too: a ticket may be shown later without another check of its price.
    const mayBeCovered = code.ticket_ids?.includes(id) ?? true;
    // A price that cannot be paid even without the code is not a problem of the code.
    if (!mayBeCovered || amountProblem(price, currency) !== null) continue;
    const reducedPrice = priceWithCode(price, code);
    const problem = amountProblem(reducedPrice, currency);
    if (problem !== null)
      return { title, cost: `cost ${formatMoney(reducedPrice, currency)}, which ${problem}` };
  }
  return null;
}

/** @throws invalidInput for `path` if an active code makes a ticket unpayable. */
export async function requirePayablePrices(tx: Tx, eventId: number, path = "price"): Promise<void> {
  const currency = await currencyOf(tx, eventId);
  const tickets = await ticketsOfEvent(tx, eventId, { onlyActive: false });
  for (const code of await promoCodesOfEvent(tx, eventId)) {
    const unpayable = code.is_active ? unpayablePrice(code, tickets, currency) : null;
    if (unpayable === null) continue;
    const message = `would make ${unpayable.title} with the code ${code.code} ${unpayable.cost}`;
    throw invalidInput({ path, message });
  }
}

/**
 * Call it after the event's row has the new currency. @throws invalidInput for `currency` if a price cannot be paid in
 * it, also with an active code.
 */
export async function requirePayablePricesIn(tx: Tx, eventId: number, currency: Currency): Promise<void> {
  const tickets = await ticketsOfEvent(tx, eventId, { onlyActive: false });
  const extras = await extrasOfEvent(tx, eventId, { onlyActive: false });
  const packages = await packagesOfEvent(tx, eventId, { onlyActive: false });
  const allPrices = [
    ...tickets.map(({ title, price }) => ({ title, price, mayBeFree: true })),
    ...extras.map(({ name, price }) => ({ title: name, price, mayBeFree: true })),
    ...packages.map(({ name, price }) => ({ title: name, price, mayBeFree: false })),
  ];
  for (const { title, price, mayBeFree } of allPrices) {
    const problem = amountProblem(price, currency, { mayBeFree });
    if (problem === null) continue;
    const message = `would make ${title} cost ${formatMoney(price, currency)}, which ${problem}`;
    throw invalidInput({ path: "currency", message });
  }
  await requirePayablePrices(tx, eventId, "currency");
}

/** Can an order be paid at all? It is refused when it is placed, not when the card is there. */

import { formatMoney } from "../../contract/rules/money.ts";
import { amountProblem } from "../../contract/rules/payable.ts";
import type { Currency } from "../../contract/scalars.ts";
import { DomainError } from "../domainError.ts";

/** The refusal of an order that is not free and is less or more than the provider takes; null when it can be paid. */
export function unpayable(totalAmount: number, currency: Currency, path: string): DomainError | null {
  const message = amountProblem(totalAmount, currency);
  if (message === null) return null;
  const words = `This order comes to ${formatMoney(totalAmount, currency)}: it ${message}.`;
  return new DomainError("invalidInput", words, { fields: [{ path, message }] });
}

/** Throws that refusal. */
export function mustBePayable(totalAmount: number, currency: Currency, path: string): void {
  const refusal = unpayable(totalAmount, currency, path);
  if (refusal !== null) throw refusal;
}

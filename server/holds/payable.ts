import { formatMoney } from "../../contract/rules/money/money.ts";
import { amountProblem } from "../../contract/rules/money/payable.ts";
import type { Currency } from "../../contract/scalars.ts";
import { DomainError } from "../domainError.ts";

/** The refusal of an amount outside the provider's limits, or null. */
export function unpayableRefusal(totalAmount: number, currency: Currency, path: string): DomainError | null {
  const message = amountProblem(totalAmount, currency);
  if (message === null) return null;
  const errorText = `This order costs ${formatMoney(totalAmount, currency)}: it ${message}.`;
  return new DomainError("invalidInput", errorText, { fields: [{ path, message }] });
}

/** @throws the refusal of `unpayableRefusal` */
export function requirePayable(totalAmount: number, currency: Currency, path: string): void {
  const refusal = unpayableRefusal(totalAmount, currency, path);
  if (refusal !== null) throw refusal;
}

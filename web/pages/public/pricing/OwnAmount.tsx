import { currencyRules } from "../../../../contract/rules/money/currencies.ts";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import { amountText, minorUnitsOf } from "../../../forms/amounts.ts";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import classes from "./choices.module.css";

interface OwnAmountProps {
  currency: Currency;
  /** Whether it needs its own radio button. */
  isOneOfMany: boolean;
  isChosen: boolean;
  /** As typed or suggested. */
  amount: string;
  problem: string | undefined;
  onChange: (amount: string) => void;
}

export function OwnAmount({ currency, isOneOfMany, isChosen, amount, problem, onChange }: OwnAmountProps) {
  const typedAmount = isChosen ? minorUnitsOf(amount, currency) : null;
  return (
    <div className={classes.choice}>
      {isOneOfMany && (
        <label className={classes.head}>
          <input
            type="radio"
            name="choice"
            id="free-amount"
            checked={isChosen}
            onChange={() => onChange(amount)}
          />
          <span className={classes.name}>Other amount</span>
        </label>
      )}
      <fieldset className={classes.suggested}>
        <legend className="visuallyHidden">Suggested amounts</legend>
        {currencyRules[currency].suggestedDonations.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            aria-pressed={typedAmount === suggestion}
            onClick={() => onChange(amountText(suggestion, currency))}
          >
            {formatMoney(suggestion, currency)}
          </button>
        ))}
      </fieldset>
      <div className={classes.amount}>
        <LabelledField
          id="amount"
          label={`Amount in ${currency.toUpperCase()}`}
          value={amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          hint={`From ${formatMoney(currencyRules[currency].leastDonation, currency)}.`}
          problem={problem}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

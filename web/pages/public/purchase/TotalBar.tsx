import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { taxLines } from "../../../../contract/rules/money/tax.ts";
import type { Quote } from "../../../../contract/shapes/registration.ts";
import classes from "./TotalBar.module.css";

interface TotalBarProps {
  /** "2 tickets"; null for nothing. */
  chosen: string | null;
  /** Shown if nothing is chosen. */
  none: string;
  quote: Quote;
  label: string;
  busyLabel: string;
  /** Why the visitor cannot continue. */
  reason: string | null;
  busy: boolean;
}

export function TotalBar({ chosen, none, quote, label, busyLabel, reason, busy }: TotalBarProps) {
  const { subtotal, tax, totalAmount, currency } = quote;
  return (
    <div className={classes.bar} data-bottom-bar>
      <div className={`container ${classes.row}`}>
        <div className={classes.sums} role="status">
          {chosen === null ? (
            <p className={classes.none}>{none}</p>
          ) : (
            <>
              <p className={classes.parts}>
                {chosen}
                {tax > 0 && !quote.pricesIncludeTax && (
                  <span>Subtotal {formatMoney(subtotal, currency)}</span>
                )}
                {tax > 0 &&
                  taxLines(quote).map((line) => (
                    <span key={line.label}>
                      {line.label} {formatMoney(line.tax, currency)}
                    </span>
                  ))}
              </p>
              <p className={classes.total}>
                Total <strong>{totalAmount === 0 ? "Free" : formatMoney(totalAmount, currency)}</strong>
              </p>
            </>
          )}
        </div>
        <div className={classes.action}>
          {reason !== null && (
            <p id="no-continue-reason" className={classes.reason}>
              {reason}
            </p>
          )}
          <button
            type="submit"
            className="button"
            disabled={reason !== null}
            aria-disabled={busy || undefined}
            aria-describedby={reason === null ? undefined : "no-continue-reason"}
          >
            {busy ? busyLabel : label}
          </button>
        </div>
      </div>
    </div>
  );
}

import { type EventClocks, formatMoment } from "../../../contract/rules/time/eventTime.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { Closing, ClosingChange } from "../../../contract/shapes/money/closing.ts";
import classes from "./Closing.module.css";
import { moneyIn } from "./closingMoney.ts";

interface ChangesProps {
  latest: Pick<Closing, "version" | "signedAt" | "signedName">;
  changes: readonly ClosingChange[];
  currency: Currency;
  clocks: EventClocks;
}

export function Changes({ latest, changes, currency, clocks }: ChangesProps) {
  const money = moneyIn(currency);
  const figureText = ({ isMoney }: ClosingChange, value: number | null) =>
    isMoney ? money(value ?? 0) : (value ?? 0).toLocaleString("en-US");
  const signatureText = `Version ${latest.version}, signed by ${latest.signedName} on ${formatMoment(latest.signedAt, clocks).text}`;
  if (changes.length === 0)
    return (
      <section className={classes.notice} data-good aria-labelledby="closing-changes">
        <h2 id="closing-changes">Signed</h2>
        <p>{signatureText}. Nothing has changed since.</p>
      </section>
    );
  return (
    <section className={classes.notice} aria-labelledby="closing-changes">
      <h2 id="closing-changes">Changed since it was signed</h2>
      <p>{signatureText}. Since then:</p>
      <ul>
        {changes.map((change) => (
          <li key={change.what}>
            {change.what}: {figureText(change, change.was)} → <strong>{figureText(change, change.is)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

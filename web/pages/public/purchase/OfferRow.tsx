/** One thing that can be bought: what it is, what it costs, how many are left, and how many are wanted. */
import { Link } from "react-router";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import classes from "./OfferRow.module.css";
import { Stepper } from "./Stepper.tsx";

interface OfferRowProps {
  id: string;
  title: string;
  description: string;
  /** What it consists of, a line each. */
  content?: readonly string[];
  price: number;
  /** What it costs without a promo code, where that is more. */
  fullPrice?: number | undefined;
  currency: Currency;
  /** Whether the list has cents. */
  withCents: boolean;
  /** "Only 3 left", or null. */
  scarcity: string | null;
  /** Why it cannot be bought, or null when it can. */
  closed: string | null;
  /** Where one may wait for it; null or not given where one may not. */
  waitingList?: string | null;
  value: number;
  most: number;
  /** Why no more can be chosen, or null. */
  limit: string | null;
  /** What the server refused, or null. */
  refusal: string | null;
  onChange: (value: number) => void;
}

export function OfferRow(row: OfferRowProps) {
  const { id, title, description, content = [], price, fullPrice, currency, closed, limit, refusal } = row;
  return (
    <li
      className={classes.row}
      data-chosen={row.value > 0 || undefined}
      data-refused={refusal !== null || undefined}
    >
      <div className={classes.words}>
        <h3>{title}</h3>
        {description !== "" && <p className={classes.description}>{description}</p>}
        {content.length > 0 && (
          <ul className={classes.content}>
            {content.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <p className={classes.price}>
        {fullPrice !== undefined && (
          <s>
            <span className="visuallyHidden">Without the code </span>
            {formatMoney(fullPrice, currency, row.withCents)}
          </s>
        )}
        <strong>{price === 0 ? "Free" : formatMoney(price, currency, row.withCents)}</strong>
        {closed === null && row.scarcity !== null && <span>{row.scarcity}</span>}
      </p>
      <div className={classes.choice}>
        {closed === null ? (
          <Stepper
            id={id}
            name={id}
            label={title}
            value={row.value}
            most={row.most}
            describedBy={`${id}-words`}
            onChange={row.onChange}
          />
        ) : (
          <span className={classes.closed}>
            {closed}
            {row.waitingList && (
              <Link className={`lone ${classes.wait}`} to={row.waitingList}>
                Join the waiting list<span className="visuallyHidden"> for {title}</span>
              </Link>
            )}
          </span>
        )}
      </div>
      <p
        id={`${id}-words`}
        className={classes.limit}
        data-refused={refusal !== null || undefined}
        role="status"
      >
        {refusal ?? (row.value > 0 ? limit : null)}
      </p>
    </li>
  );
}

import { Link } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import { languageOf } from "../../../lib/languageOf.ts";
import classes from "./OfferRow.module.css";
import { Stepper } from "./Stepper.tsx";

interface OfferRowProps {
  id: string;
  title: string;
  description: string;
  /** The parts of an extra. */
  content?: readonly string[];
  price: number;
  /** The price without a promo code, if it is higher. */
  fullPrice?: number | undefined;
  currency: Currency;
  withCents: boolean;
  /** "Only 3 left". */
  scarcity: string | null;
  /** Why it is not on sale. */
  closed: string | null;
  /** The address of its waiting list. */
  waitingList?: string | null;
  value: number;
  max: number;
  /** Why no more can be chosen. */
  limit: string | null;
  /** The server's refusal. */
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
        <h3 {...languageOf(title)}>{title}</h3>
        {description !== "" && (
          <p className={classes.description} {...languageOf(description)}>
            {description}
          </p>
        )}
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
            max={row.max}
            describedBy={`${id}-words`}
            onChange={row.onChange}
          />
        ) : (
          <span className={classes.closed}>
            {closed}
            {row.waitingList && (
              <Link className={`touchLink ${classes.wait}`} to={row.waitingList}>
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

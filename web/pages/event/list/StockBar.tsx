import classes from "./StockBar.module.css";

interface StockBarProps {
  sold: number;
  held: number;
  /** Null without a limit. */
  left: number | null;
}

export function StockBar({ sold, held, left }: StockBarProps) {
  const total = sold + held + (left ?? 0);
  return (
    <div className={classes.stock}>
      {left !== null && total > 0 && (
        <svg viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <rect width={total} height="1" className={classes.left} />
          <rect width={sold + held} height="1" className={classes.held} />
          <rect width={sold} height="1" className={classes.sold} />
        </svg>
      )}
      <p>{stockWords({ sold, held, left })}</p>
    </div>
  );
}

function stockWords({ sold, held, left }: StockBarProps): string {
  const words = [`${numberText(sold)} sold`];
  if (held > 0) words.push(`${numberText(held)} held`);
  words.push(left === null ? "no limit" : `${numberText(left)} left`);
  return words.join(" · ");
}

function numberText(count: number): string {
  return count.toLocaleString("en-US");
}

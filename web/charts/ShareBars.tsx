import classes from "./ShareBars.module.css";

interface ShareBarsProps {
  shares: readonly { key: string; name: string; value: number; words: string }[];
}

export function ShareBars({ shares }: ShareBarsProps) {
  const highest = Math.max(...shares.map(({ value }) => Math.abs(value)), 1);
  return (
    <ul className={classes.shares}>
      {shares.map(({ key, name, value, words }) => (
        <li key={key}>
          <span className={classes.name}>{name}</span>
          <span className={classes.words}>{words}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect width="100" height="1" className={classes.ground} />
            <rect
              width={(100 * Math.abs(value)) / highest}
              height="1"
              className={value < 0 ? classes.loss : classes.bar}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

import { checkWords } from "../../../contract/rules/closing/closingWords.ts";
import type { ClosingFigures } from "../../../contract/shapes/money/closing.ts";
import classes from "./Closing.module.css";
import { differenceText } from "./closingMoney.ts";

export function Differences({ figures: { checks, currency } }: { figures: ClosingFigures }) {
  const differingChecks = checks.filter(({ one, other }) => one !== other);
  if (differingChecks.length === 0) return <p className={classes.agree}>All sums agree.</p>;
  return (
    <ul className={classes.differences}>
      {differingChecks.map(({ check, one, other }) => (
        <li key={check}>
          {checkWords[check].other} differ from “{checkWords[check].one}” by{" "}
          <strong>{differenceText(other - one, currency)}</strong>.
        </li>
      ))}
    </ul>
  );
}

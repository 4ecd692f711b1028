import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { leftOfPackage } from "../../../../contract/rules/packages.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { FeatureList } from "../../../ui/FeatureList.tsx";
import classes from "./choices.module.css";
import { ticketsText } from "./ticketsText.ts";

interface PackageChoiceProps {
  sponsorPackage: SponsorshipPackage;
  withCents: boolean;
  /** Its tax in words. */
  tax: string | null;
  /** False if the event takes no support now. */
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

export function PackageChoice({
  sponsorPackage,
  withCents,
  tax,
  isOpen,
  isChosen,
  onChoose,
}: PackageChoiceProps) {
  const { id, name, price, currency, description, features, tickets } = sponsorPackage;
  const left = leftOfPackage(sponsorPackage);
  const isSoldOut = left === 0;
  const inputId = `package-${id}`;
  const words = (
    <>
      <span className={classes.name}>{name}</span>{" "}
      <strong className={classes.price}>{formatMoney(price, currency, withCents)}</strong>
      {tax !== null && <small> {tax}</small>}
    </>
  );
  return (
    <div className={`${classes.choice} ${classes.package}`} data-sold-out={isSoldOut || undefined}>
      {isOpen ? (
        <label className={classes.head} htmlFor={inputId}>
          <input
            type="radio"
            name="choice"
            id={inputId}
            checked={isChosen && !isSoldOut}
            disabled={isSoldOut}
            aria-describedby={`${inputId}-words`}
            onChange={onChoose}
          />
          {words}
        </label>
      ) : (
        <p className={classes.head}>{words}</p>
      )}
      <div id={`${inputId}-words`} className={classes.words}>
        {isOpen && left !== null && left <= 10 && (
          <p className={classes.left}>{leftWords(left, sponsorPackage)}</p>
        )}
        {description !== "" && <p className={classes.description}>{description}</p>}
        {tickets != null && <p className={classes.description}>{ticketsText(tickets.quantity)}</p>}
        {features.length > 0 && <FeatureList features={features} className={classes.features} />}
      </div>
    </div>
  );
}

/** A package that is only held may become available again. `availableCount` -1 means no limit. */
function leftWords(left: number, { soldCount, availableCount, heldCount }: SponsorshipPackage): string {
  if (left > 0) return left === 1 ? "Only 1 left" : `Only ${left} left`;
  const isTakenNow = heldCount > 0 && (availableCount === -1 || soldCount < availableCount);
  return isTakenNow ? "Somebody is buying the last one at the moment" : "Sold out";
}

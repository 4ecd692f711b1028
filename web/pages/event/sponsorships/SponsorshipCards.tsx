/** Sponsorships as cards, where a table would have to be pushed to and fro. */
import { formatMoney, needCents } from "../../../../contract/rules/money.ts";
import { Badge } from "../../../ui/Badge.tsx";
import classes from "./SponsorshipCards.module.css";
import {
  Receipt,
  Shown,
  Sponsor,
  type SponsorshipListProps,
  useSponsorshipActs,
} from "./SponsorshipTable.tsx";
import { packageWords, paymentWords, whenWords } from "./sponsorshipWords.ts";

export function SponsorshipCards({ event, sponsorships }: SponsorshipListProps) {
  const { refresh, show } = useSponsorshipActs();
  const withCents = needCents(
    sponsorships.map(({ amount }) => amount),
    event.currency,
  );
  return (
    <ul className={classes.cards} aria-label="Sponsorships">
      {sponsorships.map((one) => {
        const { words, tone } = paymentWords(one);
        return (
          <li key={one.id} className={classes.card}>
            <div className={classes.head}>
              <Sponsor of={one} onChanged={refresh} />
              <strong className={classes.money}>{formatMoney(one.amount, one.currency, withCents)}</strong>
            </div>
            <p className={classes.line}>
              {packageWords(one)} · {whenWords(one.createdAt, event)}
            </p>
            <p className={classes.state}>
              <Badge tone={tone}>{words}</Badge>
            </p>
            <div className={classes.acts}>
              <Shown of={one} onChange={(isPublic) => show(one, isPublic)} />
              <Receipt of={one} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

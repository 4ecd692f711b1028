import { formatPercent } from "../../../contract/rules/money/money.ts";
import type { Statistics } from "../../../contract/shapes/statistics.ts";
import classes from "./Counts.module.css";

export function Counts({ statistics, dayWords }: { statistics: Statistics; dayWords: string }) {
  const { totalRegistrationCount: all, totalCheckinCount: arrived } = statistics;
  const share = all === 0 ? null : `${formatPercent(Math.round((arrived / all) * 100))} have arrived`;
  return (
    <dl className={classes.counts}>
      <Count name={`Registered ${dayWords}`} value={statistics.historicalRegistrationCount} />
      <Count name={`Checked in ${dayWords}`} value={statistics.historicalCheckinCount} />
      <Count name="Registered so far" value={all} />
      <Count name="Checked in so far" value={arrived} note={share} />
    </dl>
  );
}

function Count({ name, value, note = null }: { name: string; value: number; note?: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value.toLocaleString("en-US")}</strong>
        {note !== null && <span>{note}</span>}
      </dd>
    </div>
  );
}

/** The number of people waiting for each ticket, and the outcomes of past entries. */
import type { WaitingNumbers as Numbers } from "../../../contract/shapes/waitingList.ts";
import classes from "./WaitingLists.module.css";

export function WaitingCounts({ numbers }: { numbers: readonly Numbers[] }) {
  return (
    <ul className={classes.numbers} aria-label="By ticket">
      {numbers.map((one) => (
        <li key={one.ticketId}>
          <h2>{one.ticketTitle}</h2>
          <dl>
            <Count label="Waiting" count={one.waiting} />
            <Count label="Places wanted" count={one.placesWanted} />
            <Count label="With an offer" count={one.offered} />
            <Count label="Took it" count={one.taken} />
            <Count label="Offer expired" count={one.lapsed} />
            <Count label="Left" count={one.left} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count.toLocaleString("en-US")}</dd>
    </div>
  );
}

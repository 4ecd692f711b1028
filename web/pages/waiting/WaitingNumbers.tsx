import type { WaitingNumbers as Numbers } from "../../../contract/shapes/waitingList.ts";
import { Fact } from "../../ui/Fact.tsx";
import classes from "./WaitingLists.module.css";

export function WaitingCounts({ numbers }: { numbers: readonly Numbers[] }) {
  return (
    <ul className={classes.numbers} aria-label="By ticket">
      {numbers.map((ticketNumbers) => (
        <li key={ticketNumbers.ticketId}>
          <h2>{ticketNumbers.ticketTitle}</h2>
          <dl>
            <Count label="Waiting" count={ticketNumbers.waiting} />
            <Count label="Places requested" count={ticketNumbers.placesWanted} />
            <Count label="With an offer" count={ticketNumbers.offered} />
            <Count label="Accepted" count={ticketNumbers.taken} />
            <Count label="Offer expired" count={ticketNumbers.lapsed} />
            <Count label="Left the list" count={ticketNumbers.left} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return <Fact name={label}>{count.toLocaleString("en-US")}</Fact>;
}

import { type EventClocks, formatMoment } from "../../../contract/rules/time/eventTime.ts";
import type { Closing } from "../../../contract/shapes/money/closing.ts";
import classes from "./Closing.module.css";
import { Downloads } from "./Downloads.tsx";

interface SignaturesProps {
  eventId: number;
  closings: readonly Closing[];
  clocks: EventClocks;
}

export function Signatures({ eventId, closings, clocks }: SignaturesProps) {
  return (
    <section className={classes.part} aria-labelledby="closing-signatures">
      <h2 id="closing-signatures">Signatures</h2>
      {closings.length === 0 ? (
        <p>Nobody has signed yet. A signature keeps all figures as they are now, and is never changed.</p>
      ) : (
        <ul className={classes.signatures}>
          {closings.map(({ version, signedName, accountName, signedAt, note }) => (
            <li key={version}>
              <div>
                <strong>
                  Version {version} · {signedName}
                </strong>
                <span>
                  {formatMoment(signedAt, clocks).text}, signed in as {accountName}
                </span>
                {note !== "" && <span>{note}</span>}
              </div>
              <Downloads eventId={eventId} version={version} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

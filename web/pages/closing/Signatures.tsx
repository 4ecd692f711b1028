/** Who has signed what, the latest first, each with its files. */
import type { Closing } from "../../../contract/closing.ts";
import classes from "./Closing.module.css";
import { Downloads } from "./Downloads.tsx";
import { signedOn } from "./signedOn.ts";

interface SignaturesProps {
  eventId: number;
  closings: readonly Closing[];
  timeZone: string;
}

export function Signatures({ eventId, closings, timeZone }: SignaturesProps) {
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
                  {signedOn(signedAt, timeZone)}, signed in as {accountName}
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

/** The others of a registration: those who are here too are ticked and let in; the rest keep their own codes. */
import { useState } from "react";
import type { Door, DoorAttendee } from "../../../contract/door.ts";
import { DoorSign } from "./DoorSign.tsx";
import { nameOf } from "./doorDesk.ts";
import classes from "./Party.module.css";
import { placeWords } from "./verdictWords.ts";

interface PartyProps {
  others: readonly DoorAttendee[];
  door: Door;
  /** Whether the one who is shown is through already: then others are "more". */
  isFirstIn: boolean;
  onLetIn: (attendeeIds: readonly number[]) => void;
}

export function Party({ others, door, isFirstIn, onLetIn }: PartyProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const waiting = others.filter(({ state, admission }) => state === "active" && admission === null);
  const chosen = waiting.flatMap(({ attendeeId }) => (ticked.has(attendeeId) ? [attendeeId] : []));
  const tick = (ids: readonly number[]) => setTicked(new Set(ids));
  return (
    <section className={classes.party} aria-label="Of the same registration">
      <div className={classes.head}>
        <h3>Together with</h3>
        {waiting.length > 1 && chosen.length < waiting.length && (
          <button
            type="button"
            className={classes.all}
            onClick={() => tick(waiting.map(({ attendeeId }) => attendeeId))}
          >
            All are here
          </button>
        )}
      </div>
      <ul>
        {others.map((one) => {
          const { attendeeId } = one;
          const title = door.tickets.find(({ ticketId }) => ticketId === one.ticketId)?.title;
          const words = (
            <span>
              <strong>{nameOf(one)}</strong>
              {title !== undefined && <span className={classes.ticket}>{title}</span>}
            </span>
          );
          return (
            <li key={attendeeId}>
              {waiting.includes(one) ? (
                <label className={classes.one}>
                  <input
                    type="checkbox"
                    checked={ticked.has(attendeeId)}
                    onChange={({ currentTarget: { checked } }) =>
                      tick(
                        checked
                          ? [...ticked, attendeeId]
                          : [...ticked].filter((other) => other !== attendeeId),
                      )
                    }
                  />
                  {words}
                </label>
              ) : (
                <p className={classes.one}>
                  <DoorSign name={one.admission === null ? "cross" : "tick"} />
                  <span>
                    {words}
                    <span className={classes.ticket}>{stateWords(one, door)}</span>
                  </span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {waiting.length > 0 && (
        <button
          type="button"
          className={classes.letIn}
          disabled={chosen.length === 0}
          onClick={() => {
            setTicked(new Set());
            onLetIn(chosen);
          }}
        >
          {chosen.length === 0
            ? "Tick who is here too"
            : `Let ${chosen.length} ${isFirstIn ? "more " : ""}in`}
        </button>
      )}
      {waiting.length > 0 && <p className={classes.note}>Whoever comes later keeps their own code.</p>}
    </section>
  );
}

function stateWords({ admission, state }: DoorAttendee, door: Door): string {
  if (admission !== null) return `In: ${placeWords(admission, door.event.timeZone)}`;
  return state === "notPaid" ? "Not paid: send to the desk" : "Cancelled";
}

import type { Door } from "../../../../../contract/shapes/door/door.ts";
import type { PartyMember } from "../../../../door/device.ts";
import { DoorSign } from "../../DoorSign.tsx";
import { doorName } from "../doorDesk.ts";
import classes from "./Party.module.css";
import { daysWords, placeWords } from "./verdictWords.ts";

interface PartyProps {
  others: readonly PartyMember[];
  door: Door;
  ticked: readonly number[];
  onTick: (attendeeIds: readonly number[]) => void;
}

export function Party({ others, door, ticked, onTick }: PartyProps) {
  const waiting = others.filter(({ verdict }) => verdict === "welcome");
  return (
    <section className={classes.party} aria-label="From the same registration">
      <div className={classes.head}>
        <h3>Together with</h3>
        {waiting.length > 1 && ticked.length < waiting.length && (
          <button
            type="button"
            className={classes.all}
            onClick={() => onTick(waiting.map(({ attendeeId }) => attendeeId))}
          >
            All are here
          </button>
        )}
      </div>
      <ul>
        {others.map((other) => {
          const { attendeeId } = other;
          const title = door.tickets.find(({ ticketId }) => ticketId === other.ticketId)?.title;
          const words = (
            <span>
              <strong>{doorName(other)}</strong>
              {title !== undefined && <span className={classes.detail}>{title}</span>}
            </span>
          );
          return (
            <li key={attendeeId}>
              {waiting.includes(other) ? (
                <label className={classes.one}>
                  <input
                    type="checkbox"
                    checked={ticked.includes(attendeeId)}
                    onChange={({ currentTarget: { checked } }) =>
                      onTick(checked ? [...ticked, attendeeId] : ticked.filter((id) => id !== attendeeId))
                    }
                  />
                  {words}
                </label>
              ) : (
                <p className={classes.one}>
                  <DoorSign name={other.admission === null ? "cross" : "tick"} />
                  <span>
                    {words}
                    <span className={classes.detail}>{stateWords(other, door)}</span>
                  </span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {waiting.length > 0 && (
        <p className={classes.note}>Tick the guests who are here. The others keep their own codes.</p>
      )}
    </section>
  );
}

function stateWords({ admission, state, verdict, ticketId }: PartyMember, door: Door): string {
  if (admission !== null) return `In: ${placeWords(admission, door.event)}`;
  if (verdict === "otherDay") return `Another day: the ticket is for ${daysWords([ticketId], door)}`;
  return state === "notPaid" ? "Not paid: send to the ticket desk" : "Cancelled";
}

/** Finds people by name, from three letters. A code that is typed or pasted here is judged like a scanned one. */
import { useRef, useState } from "react";
import type { Door, DoorAttendee } from "../../../../contract/shapes/door.ts";
import type { DoorClient } from "../../../door/device.ts";
import { DoorSign } from "../DoorSign.tsx";
import { Sheet } from "../Sheet.tsx";
import { doorName } from "./doorDesk.ts";
import classes from "./SearchSheet.module.css";
import { clockText, type DoorClocks } from "./verdictWords.ts";

interface SearchSheetProps {
  device: Pick<DoorClient, "search">;
  door: Door;
  onChoose: (attendeeId: number) => void;
  onCode: (text: string) => void;
  onClose: () => void;
}

const fewestLetters = 3;

export function SearchSheet({ device, door, onChoose, onCode, onClose }: SearchSheetProps) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ text: string; people: readonly DoorAttendee[] } | null>(null);
  const latest = useRef("");

  async function search(typed: string): Promise<void> {
    setText(typed);
    const wanted = typed.trim();
    latest.current = wanted;
    if (isCode(wanted) || wanted.length < fewestLetters) return setFound(null);
    const people = await device.search(wanted);
    // An earlier search may answer after a later one.
    if (latest.current === wanted) setFound({ text: wanted, people });
  }

  return (
    <Sheet title="Search" onClose={onClose}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = text.trim();
            const [only, ...others] = found?.text === wanted ? found.people : [];
            if (isCode(wanted)) onCode(wanted);
            else if (only !== undefined && others.length === 0) onChoose(only.attendeeId);
          }}
        >
          <div className="field">
            <label htmlFor="door-search">Name, or the text of a code</label>
            <input
              id="door-search"
              data-first
              type="search"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={512}
              value={text}
              onChange={({ currentTarget: { value } }) => void search(value)}
            />
          </div>
          {isCode(text.trim()) && (
            <button type="submit" className={`button ${classes.judge}`}>
              Check this code
            </button>
          )}
        </form>
      </search>
      <p className={classes.count} role="status">
        {wordsOf(text.trim(), found)}
      </p>
      {found !== null && (
        <ul className={classes.found}>
          {found.people.map((one) => (
            <li key={one.attendeeId}>
              <button type="button" onClick={() => onChoose(one.attendeeId)}>
                <span className={classes.who}>
                  <strong>{doorName(one)}</strong>
                  <span>{door.tickets.find(({ ticketId }) => ticketId === one.ticketId)?.title}</span>
                </span>
                <State attendee={one} clocks={door.event} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function State({ attendee: { admission, state }, clocks }: { attendee: DoorAttendee; clocks: DoorClocks }) {
  if (admission !== null)
    return (
      <span className={classes.state}>
        <DoorSign name="tick" /> In {clockText(admission.at, clocks)}
      </span>
    );
  if (state === "active") return null;
  return (
    <span className={classes.state}>
      <DoorSign name={state === "notPaid" ? "coin" : "cross"} />
      {state === "notPaid" ? "Not paid" : "Cancelled"}
    </span>
  );
}

function isCode(text: string): boolean {
  return text.startsWith("{");
}

function wordsOf(text: string, found: { people: readonly DoorAttendee[] } | null): string {
  if (isCode(text)) return "";
  if (text.length < fewestLetters) return "Type three letters of the first or last name.";
  if (found === null) return "";
  const { length } = found.people;
  if (length === 0) return "Nobody of that name. Try fewer letters, or the other name.";
  if (length >= mostFound) return `The first ${mostFound}. Type more letters to find the right one.`;
  return length === 1 ? "1 found" : `${length} found`;
}

/** The device's limit of results. */
const mostFound = 50;

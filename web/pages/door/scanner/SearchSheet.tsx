import { useEffect, useRef, useState } from "react";
import type { Door, DoorAttendee } from "../../../../contract/shapes/door/door.ts";
import type { DoorClient } from "../../../door/device.ts";
import { searchWords } from "../../../door/names.ts";
import { DoorSign } from "../DoorSign.tsx";
import { Sheet } from "../Sheet.tsx";
import { doorName } from "./doorDesk.ts";
import classes from "./SearchSheet.module.css";
import { isOfferedAsCode, isOurCode } from "./searchText.ts";
import { clockText, type DoorClocks } from "./verdict/verdictWords.ts";

interface SearchSheetProps {
  device: Pick<DoorClient, "search" | "subscribe">;
  door: Door;
  hasOldCodes: boolean;
  onChoose: (attendeeId: number) => void;
  onCode: (text: string) => void;
  onClose: () => void;
}

export function SearchSheet({ device, door, hasOldCodes, onChoose, onCode, onClose }: SearchSheetProps) {
  const [text, setText] = useState("");
  const [results, setResults] = useState<{ text: string; people: readonly DoorAttendee[] } | null>(null);
  /** The latest search; an earlier one may answer after it. */
  const latest = useRef({ query: "" });

  async function search(query: string): Promise<void> {
    const thisSearch = { query };
    latest.current = thisSearch;
    if (isOurCode(query) || searchWords(query).length === 0) return setResults(null);
    // A device that has lost its storage says so in the status line.
    const people = await device.search(query).catch(() => null);
    if (people !== null && latest.current === thisSearch) setResults({ text: query, people });
  }
  // Searches again when the device's state changes, because a buyer's name arrives after the sale.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` reads nothing that changes but the device.
  useEffect(() => device.subscribe(() => void search(latest.current.query)), [device]);

  const query = text.trim();
  const people = results?.text === query ? results.people : null;
  const isCode = isOfferedAsCode(query, { found: people?.length ?? null, hasOldCodes });
  return (
    <Sheet title="Search" onClose={onClose}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const [only, ...others] = people ?? [];
            if (isCode) onCode(query);
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
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={512}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                setText(value);
                void search(value.trim());
              }}
            />
          </div>
          {isCode && (
            <button type="submit" className={`button ${classes.judge}`}>
              Check this code
            </button>
          )}
        </form>
      </search>
      <p className={classes.count} role="status">
        {resultText(query, results)}
      </p>
      {results !== null && (
        <ul className={classes.found}>
          {results.people.map((attendee) => (
            <li key={attendee.attendeeId}>
              <button type="button" onClick={() => onChoose(attendee.attendeeId)}>
                <span className={classes.who}>
                  <strong>{doorName(attendee)}</strong>
                  <span>{door.tickets.find(({ ticketId }) => ticketId === attendee.ticketId)?.title}</span>
                </span>
                <State attendee={attendee} clocks={door.event} />
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

function resultText(text: string, results: { people: readonly DoorAttendee[] } | null): string {
  if (isOurCode(text)) return "";
  if (searchWords(text).length === 0) return "Type three letters of the first or last name.";
  if (results === null) return "";
  const { length } = results.people;
  if (length === 0) return "Nobody has this name. Type fewer letters, or try the first or last name.";
  if (length >= maxResults)
    return `Only the first ${maxResults} are shown. Type more letters to find the right one.`;
  return length === 1 ? "1 found" : `${length} found`;
}

/** The device's limit of results (web/door/attendeeIndex.ts). */
const maxResults = 50;

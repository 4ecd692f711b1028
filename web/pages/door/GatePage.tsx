import { useId, useState } from "react";
import { Link } from "react-router";
import type { Door } from "../../../contract/shapes/door/door.ts";
import { useAct } from "../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../api/apiError.ts";
import { paths } from "../../paths.ts";
import { registerThisDevice } from "./doorCalls.ts";
import classes from "./Entry.module.css";
import { focusQuietly } from "./focusQuietly.ts";

interface GatePageProps {
  eventId: number;
  /** Null if the page was not opened from Check-in. */
  eventName: string | null;
  token: () => string | null;
  onNamed: (gate: string, door: Door) => void;
}

export function GatePage({ eventId, eventName, token, onNamed }: GatePageProps) {
  const id = useId();
  const [gate, setGate] = useState("");
  const { isBusy, problem, setProblem, run } = useAct();

  function save(): void {
    const name = gate.trim();
    if (isBusy) return;
    if (name === "") {
      setProblem("Enter the gate.");
      return;
    }
    const refusalText = (error: ApiError) => {
      const { gate: gateProblem } = problemsByField(error);
      return gateProblem === undefined ? error.msg : `The gate ${gateProblem}.`;
    };
    void run(async () => onNamed(name, await registerThisDevice({ eventId, gate: name, token })), {
      refused: refusalText,
    });
  }

  return (
    <main className={classes.page}>
      <form
        className={classes.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="eyebrow">{eventName ?? "Door"}</p>
        <h1>Scan tickets on this device</h1>
        <p className={classes.lead}>
          Enter the gate where this device is used. Other gates see this name when a ticket was already used
          here.
        </p>
        <div className="field">
          <label htmlFor={id}>Gate</label>
          <input
            id={id}
            ref={focusQuietly}
            aria-required
            autoComplete="off"
            maxLength={60}
            placeholder="North gate"
            value={gate}
            {...(problem !== null && { "aria-invalid": true, "aria-describedby": `${id}-problem` })}
            onChange={({ currentTarget: { value } }) => {
              setGate(value);
              setProblem(null);
            }}
          />
          {problem !== null && (
            <p id={`${id}-problem`} className="fieldProblem" role="alert">
              {problem}
            </p>
          )}
        </div>
        <button type="submit" className="button" aria-busy={isBusy}>
          {isBusy ? "One moment…" : "Start scanning"}
        </button>
        <p className={classes.note}>
          <Link to={paths.eventPage(eventId, "checkin")}>Back to check-in</Link>
        </p>
      </form>
    </main>
  );
}

/** The device of staff is asked once where it stands: the gate is what others read beside "already in". */
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Door } from "../../../contract/shapes/door.ts";
import { ApiError, problemsByField } from "../../api/apiError.ts";
import { paths } from "../../paths.ts";
import { registerDevice } from "./doorCalls.ts";
import classes from "./Entry.module.css";

interface GatePageProps {
  eventId: number;
  token: () => string | null;
  onNamed: (gate: string, door: Door) => void;
}

export function GatePage({ eventId, token, onNamed }: GatePageProps) {
  const id = useId();
  const [gate, setGate] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const name = gate.trim();
    if (isBusy) return;
    if (name === "") return setProblem("Say where this device stands.");
    setBusy(true);
    setProblem(null);
    try {
      onNamed(name, await registerDevice({ eventId, gate: name, token }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { gate: wrong } = problemsByField(error);
      setProblem(wrong === undefined ? error.msg : `The name ${wrong}.`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={classes.page}>
      <form
        className={classes.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="eyebrow">Door</p>
        <h1>Scan tickets on this device</h1>
        <p className={classes.lead}>
          Name the gate that this device stands at. Helpers elsewhere read it beside “already in”.
        </p>
        <div className="field">
          <label htmlFor={id}>Gate</label>
          <input
            id={id}
            ref={focusQuietly}
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

function focusQuietly(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}

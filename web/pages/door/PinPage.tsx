import { useEffect, useId, useState } from "react";
import type { Door } from "../../../contract/shapes/door/door.ts";
import { useAct } from "../../act/useAct.ts";
import type { ApiError } from "../../api/apiError.ts";
import { openHelperLink } from "./doorCalls.ts";
import classes from "./Entry.module.css";
import { focusQuietly } from "./focusQuietly.ts";
import type { SavedLink } from "./keptDoor.ts";

interface PinPageProps {
  secret: string;
  onOpened: (opened: { link: SavedLink; door: Door }) => void;
}

export function PinPage({ secret, onOpened }: PinPageProps) {
  const id = useId();
  const [pin, setPin] = useState("");
  const { isBusy, problem, setProblem, run } = useAct();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const secondsLeft = useSecondsUntil(lockedUntil);

  function open(digits: string): void {
    if (isBusy || secondsLeft > 0) return;
    if (/^\d{6}$/.test(digits))
      void run(async () => onOpened(await openHelperLink(secret, digits)), { refused: handleRefusal });
    else setProblem("The PIN has six digits.");
  }

  function handleRefusal(error: ApiError): string | null {
    // Without an answer the PIN may be right, so it stays.
    if (error.code !== "noAnswer") setPin("");
    const seconds = error.code === "tooMany" ? secondsToWait(error.payload) : 0;
    if (seconds <= 0) return problemWords(error);
    setLockedUntil(Date.now() + seconds * 1000);
    return null;
  }

  const problemText =
    secondsLeft > 0
      ? `Too many wrong PINs. Try again in ${timeWords(secondsLeft)}, or ask for a new link.`
      : problem;
  return (
    <main className={classes.page}>
      <form
        className={classes.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          open(pin);
        }}
      >
        <p className="eyebrow">Door</p>
        <h1>Help at the door</h1>
        <p className={classes.lead}>
          With this link your phone checks tickets at one gate of an event. Enter the PIN that the staff gave
          you.
        </p>
        <div className="field">
          <label htmlFor={id}>PIN</label>
          <input
            id={id}
            ref={focusQuietly}
            className={classes.pin}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            maxLength={6}
            value={pin}
            {...(problemText !== null && { "aria-invalid": true, "aria-describedby": `${id}-problem` })}
            onChange={({ currentTarget: { value } }) => {
              const digits = value.replace(/\D/g, "").slice(0, 6);
              setPin(digits);
              setProblem(null);
              if (digits.length === 6) open(digits);
            }}
          />
          {problemText !== null && (
            <p id={`${id}-problem`} className="fieldProblem" role="alert">
              {problemText}
            </p>
          )}
        </div>
        <button type="submit" className="button" disabled={secondsLeft > 0} aria-busy={isBusy}>
          {secondsLeft > 0
            ? `Try again in ${timeWords(secondsLeft)}`
            : isBusy
              ? "One moment…"
              : "Open check-in"}
        </button>
        <p className={classes.note}>
          The guests’ names are stored on this phone, so that it works offline. They are deleted when the link
          ends.
        </p>
      </form>
    </main>
  );
}

function problemWords(error: ApiError): string {
  if (error.code === "badCredentials") return "This PIN is wrong. Check the PIN and the link.";
  if (error.code === "noAnswer")
    return "You are offline. A link needs a connection when it is opened for the first time.";
  // The address does not have the form of our links.
  if (error.code === "invalidInput")
    return "This link is not complete. Open it again from the message you got.";
  return error.msg;
}

function secondsToWait(payload: unknown): number {
  return typeof payload === "object" &&
    payload !== null &&
    "retryAfterSeconds" in payload &&
    typeof payload.retryAfterSeconds === "number"
    ? payload.retryAfterSeconds
    : 0;
}

function timeWords(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

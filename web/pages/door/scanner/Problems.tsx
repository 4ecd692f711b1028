import { Link, useLocation } from "react-router";
import type { DoorState } from "../../../door/device.ts";
import { paths } from "../../../paths.ts";
import { signOut } from "../../../stores/session.ts";
import { DoorSign } from "../DoorSign.tsx";
import classes from "./Problems.module.css";

interface ProblemsProps {
  state: DoorState;
  /** The message of the last failure or refusal. */
  trouble: string | null;
  onDismiss: () => void;
}

export function Problems({ state: { problem }, trouble, onDismiss }: ProblemsProps) {
  const { pathname } = useLocation();
  return (
    <>
      {problem === "signedOut" && (
        <div className={classes.problem} role="alert">
          <DoorSign name="hand" />
          <p>
            <strong>You are signed out.</strong> You can continue scanning. Scans are kept on this device.{" "}
            {/* Sign out first, or the sign-in page would redirect a browser that has a session. */}
            <Link to={paths.signin()} state={{ backTo: pathname }} onClick={signOut}>
              Sign in
            </Link>{" "}
            to send them.
          </p>
        </div>
      )}
      {problem === "storageFull" && (
        <div className={classes.problem} role="alert">
          <DoorSign name="hand" />
          <p>
            <strong>This device has no storage left,</strong> so scans cannot be stored. Delete photos or
            apps, then load this page again. Until then use another phone.
          </p>
        </div>
      )}
      {problem === "storageLost" && (
        <div className={classes.problem} role="alert">
          <DoorSign name="hand" />
          <p>
            <strong>This page can no longer store scans.</strong> A newer one is open in another tab, or the
            browser has closed its storage.{" "}
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own. */}
            <a href="">Load it again</a> to continue. No scan is lost.
          </p>
        </div>
      )}
      {trouble !== null && (
        <div className={classes.problem} role="alert">
          <DoorSign name="cross" />
          <p>{trouble}</p>
          <button type="button" aria-label="Dismiss this message" onClick={onDismiss}>
            <DoorSign name="close" />
          </button>
        </div>
      )}
    </>
  );
}

/** Puts a draft on the site; pressed twice it does so once. */
import { useRef, useState } from "react";
import { ApiError } from "../../api/apiError.ts";
import classes from "./Overview.module.css";

interface PublishButtonProps {
  /** Why it may not be published yet; null when it may. */
  refusedBecause: string | null;
  publish: () => Promise<void>;
}

export function PublishButton({ refusedBecause, publish }: PublishButtonProps) {
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  async function press(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await publish();
    } catch (error) {
      // The client has shown the reason.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return (
    <div className={classes.publish}>
      <button
        type="button"
        className="button"
        disabled={refusedBecause !== null}
        aria-busy={isBusy}
        aria-describedby="publish-reason"
        onClick={() => void press()}
      >
        {isBusy ? "Publishing…" : "Publish"}
      </button>
      <small id="publish-reason">{refusedBecause}</small>
    </div>
  );
}

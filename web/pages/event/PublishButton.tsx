/** The button that publishes a draft. A double click publishes once. */
import { useAct } from "../../act/useAct.ts";
import classes from "./Overview.module.css";

interface PublishButtonProps {
  /** Why the draft cannot be published yet, or null. */
  refusedBecause: string | null;
  publish: () => Promise<void>;
}

export function PublishButton({ refusedBecause, publish }: PublishButtonProps) {
  // The API client shows the reason of a refusal.
  const { isBusy, run } = useAct();
  return (
    <div className={classes.publish}>
      <button
        type="button"
        className="button"
        disabled={refusedBecause !== null}
        aria-busy={isBusy}
        aria-describedby="publish-reason"
        onClick={() => void run(publish)}
      >
        {isBusy ? "Publishing…" : "Publish"}
      </button>
      <small id="publish-reason">{refusedBecause}</small>
    </div>
  );
}

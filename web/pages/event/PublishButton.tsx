import { useAct } from "../../act/useAct.ts";
import classes from "./Overview.module.css";

interface PublishButtonProps {
  refusedBecause: string | null;
  publish: () => Promise<void>;
}

export function PublishButton({ refusedBecause, publish }: PublishButtonProps) {
  // The API client shows a refusal.
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

import type { Door } from "../../../../contract/shapes/door/door.ts";
import type { RecentAct } from "../../../door/device.ts";
import { Sheet } from "../Sheet.tsx";
import classes from "./ActsSheet.module.css";
import { clockText } from "./verdict/verdictWords.ts";

interface ActsSheetProps {
  acts: readonly RecentAct[];
  door: Door;
  mayUndo: boolean;
  onUndo: (actKey: number) => void;
  onClose: () => void;
}

const verbs: Record<RecentAct["what"], string> = { in: "let in", handedOver: "handed over", sold: "sold" };

export function ActsSheet({ acts, door, mayUndo, onUndo, onClose }: ActsSheetProps) {
  return (
    <Sheet title="Recent" onClose={onClose}>
      {acts.length === 0 ? (
        <p className={classes.empty}>People admitted and sales made on this device are listed here.</p>
      ) : (
        <ul className={classes.acts}>
          {acts.map((act) => (
            <li key={act.key}>
              <span className={classes.words} data-undone={act.isUndone || undefined}>
                <strong>{act.words}</strong>
                <span>
                  {clockText(act.at, door.event)} · {verbs[act.what]}
                  {act.isUndone && " · undone"}
                </span>
              </span>
              {mayUndo && !act.isUndone && act.what !== "sold" && (
                <button type="button" aria-label={`Undo: ${act.words}`} onClick={() => onUndo(act.key)}>
                  Undo
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {acts.some(({ what }) => what === "sold") && (
        <p className={classes.note}>
          A sale can be undone for 30 seconds after it was made. Afterwards only staff can refund it.
        </p>
      )}
    </Sheet>
  );
}

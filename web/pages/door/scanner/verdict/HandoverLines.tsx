import type { DoorPurchase } from "../../../../../contract/shapes/door/door.ts";
import { leftOf } from "../../../../door/handovers.ts";
import { DoorStepper } from "../../DoorStepper.tsx";
import classes from "./HandoverLines.module.css";
import { leftWords } from "./handoverWords.ts";

interface HandoverLinesProps {
  purchase: DoorPurchase;
  /** How many of each item to hand over; null if nothing can be handed over now. */
  counts: readonly number[] | null;
  onChange: (counts: readonly number[]) => void;
}

export function HandoverLines({ purchase, counts, onChange }: HandoverLinesProps) {
  const left = leftOf(purchase);
  return (
    <ul className={classes.lines} aria-label="Items">
      {purchase.items.map(({ title, quantity }, line) => {
        const leftCount = left[line] ?? 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its place.
          <li key={line}>
            <span className={classes.item}>
              <strong>{title}</strong>
              <span>{leftWords(leftCount, quantity)}</span>
            </span>
            {counts !== null && leftCount > 0 && (
              <DoorStepper
                name={title}
                value={counts[line] ?? 0}
                max={leftCount}
                onChange={(count) => onChange(counts.map((other, at) => (at === line ? count : other)))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

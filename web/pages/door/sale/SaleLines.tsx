import { DoorStepper } from "../DoorStepper.tsx";
import { maxPerLine } from "./doorSale.ts";
import classes from "./SaleLines.module.css";

interface SaleLinesProps {
  label: string;
  lines: readonly {
    id: number;
    title: string;
    detail: string;
    /** How many are left; missing or null if that is not limited here. */
    left?: number | null;
  }[];
  /** By id. */
  quantities: Readonly<Record<number, number>>;
  onChange: (quantities: Readonly<Record<number, number>>) => void;
}

export function SaleLines({ label, lines, quantities, onChange }: SaleLinesProps) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map(({ id, title, detail, left }) => {
        const quantity = quantities[id] ?? 0;
        const max = Math.min(left ?? maxPerLine, maxPerLine);
        return (
          <li key={id}>
            <span className={classes.line}>
              <strong>{title}</strong>
              <span>{detail}</span>
            </span>
            {(max > 0 || quantity > 0) && (
              <DoorStepper
                name={title}
                value={quantity}
                max={max}
                onChange={(value) => onChange({ ...quantities, [id]: value })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

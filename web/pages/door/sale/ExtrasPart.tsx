import type { SaleFacts } from "../../../door/saleFacts.ts";
import { chosenExtras, type SaleValues } from "./doorSale.ts";
import { SaleLines } from "./SaleLines.tsx";
import classes from "./SaleSheet.module.css";

interface ExtrasPartProps {
  facts: SaleFacts | "loading" | "failed";
  isOnline: boolean;
  values: Pick<SaleValues, "extras" | "handsOverExtras">;
  priceWords: (price: number) => string;
  onChange: (change: Partial<Pick<SaleValues, "extras" | "handsOverExtras">>) => void;
  onLoad: () => void;
}

export function ExtrasPart({ facts, isOnline, values, priceWords, onChange, onLoad }: ExtrasPartProps) {
  if (facts === "loading") return <p className={classes.problem}>Loading extras and questions…</p>;
  // SaleSheet.tsx loads them again when the connection is back.
  if (facts === "failed" && !isOnline) return null;
  if (facts === "failed")
    return (
      <div className={classes.missing} role="status">
        <p>The extras and questions of this event could not be loaded. Tickets can be sold without them.</p>
        <button type="button" className="button buttonQuiet" onClick={onLoad}>
          Load them again
        </button>
      </div>
    );
  const { extras } = facts;
  if (extras.length === 0) return null;
  return (
    <section aria-labelledby="sale-extras">
      <h3 id="sale-extras" className={classes.heading}>
        Extras
      </h3>
      <SaleLines
        label="Extras"
        lines={extras.map(({ id, name, price, currentStock }) => ({
          id,
          title: name,
          detail: `${price === 0 ? "Free" : priceWords(price)}${leftText(currentStock)}`,
          left: currentStock,
        }))}
        quantities={values.extras}
        onChange={(quantities) => onChange({ extras: quantities })}
      />
      {chosenExtras(values, extras).length > 0 && (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={values.handsOverExtras}
            onChange={({ currentTarget: { checked } }) => onChange({ handsOverExtras: checked })}
          />
          The extras are handed over now
        </label>
      )}
    </section>
  );
}

/** Empty unless few are left, to keep the text short. */
function leftText(left: number | null): string {
  if (left === null || left > 10) return "";
  return left === 0 ? " · sold out" : ` · ${left} left`;
}

import type { ReactNode } from "react";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { KeptSale } from "../../../door/sale.ts";
import { DoorSign } from "../DoorSign.tsx";
import { Sheet } from "../Sheet.tsx";
import classes from "./SoldPart.module.css";
import { handedWords, paidWords } from "./saleWords.ts";

/** `change` is that of a cash sale, in minor units. */
export interface SoldSale extends KeptSale {
  readonly change: number | null;
}

interface SoldPartProps {
  sale: SoldSale;
  currency: string;
  undoBar: ReactNode;
  till: ReactNode;
  onClose: () => void;
  onMore: () => void;
}

export function SoldPart({ sale, currency, undoBar, till, onClose, onMore }: SoldPartProps) {
  return (
    <Sheet title="Sold" onClose={onClose}>
      <div className={classes.sold} role="status">
        <DoorSign name="tick" className={classes.tick} />
        <p className={classes.what}>{sale.what}</p>
        <p>
          {paidWords(sale)}. They are let in.{handedWords(sale)}
        </p>
        {sale.change !== null && sale.change > 0 && (
          <p className={classes.what}>Change: {formatMoney(sale.change, currency)}</p>
        )}
      </div>
      <div className={classes.after}>
        {undoBar}
        {till}
        <button type="button" className="button" data-first onClick={onClose}>
          Back to scanning
        </button>
        <button type="button" className="button buttonQuiet" onClick={onMore}>
          Sell more
        </button>
      </div>
    </Sheet>
  );
}

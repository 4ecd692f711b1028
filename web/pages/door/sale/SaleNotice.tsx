import type { DoorState } from "../../../door/device.ts";
import type { KeptSale, SaleOutcome, UndoOutcome } from "../../../door/sale.ts";
import { DoorSign } from "../DoorSign.tsx";
import type { DoorClocks } from "../scanner/verdict/verdictWords.ts";
import classes from "./SaleNotice.module.css";
import { doorSaleWords, noAnswerWords, saleWords, undoWords } from "./saleWords.ts";

interface SaleNoticeProps {
  sale: DoorState["sale"];
  outcome: SaleOutcome | UndoOutcome | null;
  clocks: DoorClocks;
  onAskAgain: () => void;
  /** Cancels the sale unless it was made. Missing on a page that cannot sell. */
  onGiveUp?: (() => void) | undefined;
  /** Asks for the outcome of an undo again. */
  onUndo?: (sale: KeptSale) => void;
  onSeen: () => void;
}

export function SaleNotice({ sale, outcome, clocks, onAskAgain, onGiveUp, onUndo, onSeen }: SaleNoticeProps) {
  if (sale?.isUnderWay)
    return (
      <section className={classes.notice} aria-label="The last sale">
        <DoorSign name="coin" />
        <div role="status">
          <h2>Waiting for the server</h2>
          <p>{saleWords(sale, clocks)}</p>
        </div>
      </section>
    );
  if (sale !== null)
    return (
      <section className={classes.notice} data-tone="bad" aria-label="The last sale">
        <DoorSign name="question" />
        <div role="alert">
          <h2>We do not know if the last sale was made</h2>
          <p>{saleWords(sale, clocks)}</p>
          <p>{noAnswerWords(outcome?.kind === "unanswered" ? outcome.why : "noAnswer")}</p>
          {onGiveUp && <p>Until this is known, nothing else can be sold on this device.</p>}
        </div>
        <div className={classes.buttons}>
          <button type="button" className="button" onClick={onAskAgain}>
            Check again
          </button>
          {onGiveUp && (
            <button type="button" className="button buttonQuiet" onClick={onGiveUp}>
              Cancel the sale
            </button>
          )}
        </div>
      </section>
    );
  if (outcome?.kind === "undone" || outcome?.kind === "notUndone" || outcome?.kind === "undoUnanswered")
    return <Undo outcome={outcome} clocks={clocks} onUndo={onUndo} onSeen={onSeen} />;
  if (outcome?.kind !== "sold" && outcome?.kind !== "notSold") return null;
  return <Outcome outcome={outcome} sale={outcome.sale} clocks={clocks} onSeen={onSeen} />;
}

interface OutcomeProps {
  outcome: Extract<SaleOutcome, { kind: "sold" | "notSold" }>;
  sale: KeptSale;
  clocks: DoorClocks;
  onSeen: () => void;
}

function Outcome({ outcome, sale, clocks, onSeen }: OutcomeProps) {
  const { title, detail } = doorSaleWords(outcome);
  return (
    <section
      className={classes.notice}
      data-tone={outcome.kind === "sold" ? "good" : "warn"}
      aria-label="The last sale"
    >
      <DoorSign name={outcome.kind === "sold" ? "tick" : "cross"} />
      <div role="alert">
        <h2>{title}</h2>
        <p>{saleWords(sale, clocks)}</p>
        <p>{detail}</p>
      </div>
      <div className={classes.buttons}>
        <button type="button" className="button" onClick={onSeen}>
          OK
        </button>
      </div>
    </section>
  );
}

interface UndoProps {
  outcome: UndoOutcome;
  clocks: DoorClocks;
  onUndo: ((sale: KeptSale) => void) | undefined;
  onSeen: () => void;
}

/** An unknown outcome cannot be dismissed if `onUndo` is given, because money depends on it. */
function Undo({ outcome, clocks, onUndo, onSeen }: UndoProps) {
  const { title, detail } = undoWords(outcome);
  const isUnknown = outcome.kind === "undoUnanswered";
  return (
    <section
      className={classes.notice}
      data-tone={outcome.kind === "undone" ? "good" : isUnknown ? "bad" : "warn"}
      aria-label="The last sale"
    >
      <DoorSign name={outcome.kind === "undone" ? "undo" : isUnknown ? "question" : "cross"} />
      <div role="alert">
        <h2>{title}</h2>
        <p>{saleWords(outcome.sale, clocks)}</p>
        <p>{detail}</p>
      </div>
      <div className={classes.buttons}>
        {isUnknown && onUndo ? (
          <button type="button" className="button" onClick={() => onUndo(outcome.sale)}>
            Check again
          </button>
        ) : (
          <button type="button" className="button" onClick={onSeen}>
            OK
          </button>
        )}
      </div>
    </section>
  );
}

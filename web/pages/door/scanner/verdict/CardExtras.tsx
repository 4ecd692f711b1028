import type { Door } from "../../../../../contract/shapes/door/door.ts";
import type { JudgedPurchase, PartyMember, RecentAct } from "../../../../door/device.ts";
import { handoversIn, sumOfCounts } from "../../../../door/handovers.ts";
import type { DeskState } from "../doorDesk.ts";
import classes from "./CardExtras.module.css";
import { HandoverLines } from "./HandoverLines.tsx";
import { countedText, countsToHand, handOverWords, handoverTexts } from "./handoverWords.ts";
import { extrasDayWords } from "./verdictWords.ts";

interface CardExtrasProps {
  purchases: readonly JudgedPurchase[];
  party: readonly PartyMember[];
  door: Door;
  /** Only this device's handovers can be undone here. */
  acts: readonly RecentAct[];
  chosen: DeskState["chosen"];
  onChoose: (purchaseId: number, counts: readonly number[]) => void;
  onHandOver: (purchaseId: number) => void;
  onUndo: (actKey: number) => void;
}

export function CardExtras({
  purchases,
  party,
  door,
  acts,
  chosen,
  onChoose,
  onHandOver,
  onUndo,
}: CardExtrasProps) {
  return (
    <section className={classes.extras} aria-label="Extras">
      <h3>Extras</h3>
      <ul>
        {purchases.map((purchase) => {
          const { purchaseId, redemption, state, verdict } = purchase;
          const ownAct = acts.find((act) => !act.isUndone && act.purchaseIds.includes(purchaseId));
          const counts = verdict === "welcome" ? countsToHand(purchase, chosen[purchaseId]) : null;
          return (
            <li key={purchaseId}>
              <HandoverLines
                purchase={purchase}
                counts={counts}
                onChange={(next) => onChoose(purchaseId, next)}
              />
              <span className={classes.items}>
                {handoverTexts(purchase, door.event).map(({ key, words }) => (
                  <span key={key}>{words}</span>
                ))}
                {redemption === null && state === "notPaid" && <span>Not paid: send to the ticket desk</span>}
                {redemption === null && state === "cancelled" && <span>Cancelled</span>}
                {redemption === null && verdict === "otherDay" && <span>{extrasDayWords(party, door)}</span>}
              </span>
              {handoversIn(purchase).length > 0 && ownAct !== undefined && door.rights.includes("undo") && (
                <button
                  type="button"
                  className={classes.quiet}
                  aria-label={`Undo: take ${ownAct.words} back`}
                  onClick={() => onUndo(ownAct.key)}
                >
                  Undo
                </button>
              )}
              {counts !== null && (
                <button
                  type="button"
                  aria-disabled={sumOfCounts(counts) === 0 || undefined}
                  aria-label={`${handOverWords(purchase, counts)}: ${countedText(purchase, counts)}`}
                  onClick={() => onHandOver(purchaseId)}
                >
                  {handOverWords(purchase, counts)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

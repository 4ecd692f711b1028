/** The extras of a registration, with a button that hands them over. */
import type { Door } from "../../../../contract/shapes/door.ts";
import type { JudgedPurchase, PartyMember, RecentAct } from "../../../door/device.ts";
import { itemsText } from "../../../words/itemsText.ts";
import classes from "./CardExtras.module.css";
import { extrasDayWords, placeWords } from "./verdictWords.ts";

interface CardExtrasProps {
  purchases: readonly JudgedPurchase[];
  /** All attendees of the registration: their tickets say on which days the extras are handed over. */
  party: readonly PartyMember[];
  door: Door;
  /** The acts of this device: its own handovers can be undone here. */
  acts: readonly RecentAct[];
  onHandOver: (purchaseId: number) => void;
  onUndo: (actKey: number) => void;
}

export function CardExtras({ purchases, party, door, acts, onHandOver, onUndo }: CardExtrasProps) {
  return (
    <section className={classes.extras} aria-label="Extras">
      <h3>Extras</h3>
      <ul>
        {purchases.map((purchase) => {
          const { purchaseId, redemption, state, verdict } = purchase;
          const ownAct = acts.find((act) => !act.isUndone && act.purchaseIds.includes(purchaseId));
          const items = itemsText(purchase.items);
          return (
            <li key={purchaseId}>
              <span className={classes.items}>
                <strong>{items}</strong>
                {redemption !== null && <span>Handed over {placeWords(redemption, door.event)}</span>}
                {redemption === null && state === "notPaid" && <span>Not paid: send to the desk</span>}
                {redemption === null && state === "cancelled" && <span>Cancelled</span>}
                {redemption === null && verdict === "otherDay" && <span>{extrasDayWords(party, door)}</span>}
              </span>
              {verdict === "welcome" && (
                <button
                  type="button"
                  aria-label={`Hand over ${items}`}
                  onClick={() => onHandOver(purchaseId)}
                >
                  Hand over
                </button>
              )}
              {redemption !== null && ownAct !== undefined && door.rights.includes("undo") && (
                <button type="button" aria-label={`Take ${items} back`} onClick={() => onUndo(ownAct.key)}>
                  Undo
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import { useEffect, useState } from "react";
import { saleUndoMs } from "../../../../contract/rules/door/saleUndo.ts";
import { useAct } from "../../../act/useAct.ts";
import type { DoorClient, RecentAct } from "../../../door/device.ts";
import type { KeptSale, SaleOutcome, SaleRequest, UndoOutcome } from "../../../door/sale.ts";
import { saleAsAct, unansweredUndo, undoableSale } from "../../../door/storedSales.ts";
import type { DoorDesk } from "../scanner/doorDesk.ts";

interface LastSale {
  readonly outcome: SaleOutcome | UndoOutcome | null;
  /** The sale that can still be undone; `isBusy` while the server is asked. */
  readonly undoable: { readonly sale: KeptSale; readonly isBusy: boolean } | null;
  /** The key of the last sale whose undo was tried, with whatever outcome. */
  readonly undoTriedKey: string | null;
  /** Null if the device could not store the sale. The caller shows the outcome; `unanswered` is shown already. */
  sell(request: SaleRequest): Promise<SaleOutcome | null>;
  /** Sends the sale that got no answer again; it is made only once. */
  askAgain(): void;
  /** Gives up the sale that got no answer, unless the server has made it. */
  giveUp(): void;
  /** Undoes a sale, or asks for the outcome of its undo again. */
  undo(sale: KeptSale): void;
  /** The time to undo this sale is over. */
  forgetUndo(sale: KeptSale): void;
  show(outcome: SaleOutcome): void;
  seen(): void;
}

/** `desk` lists the completed sales; null on a page that cannot sell. */
export function useLastSale(
  device: Pick<DoorClient, "sell" | "askAgain" | "giveUp" | "undoSale" | "recent" | "keepRecent">,
  desk: Pick<DoorDesk, "addSale" | "markSaleUndone"> | null,
): LastSale {
  const [outcome, setOutcome] = useState<SaleOutcome | UndoOutcome | null>(null);
  const [undoable, setUndoable] = useState<LastSale["undoable"]>(null);
  const [undoTriedKey, setUndoTriedKey] = useState<string | null>(null);
  const { run } = useAct();
  useEffect(() => {
    // The newest stored sale, unless this page offers another already.
    const offerAgain = (sale: KeptSale | null) =>
      sale !== null && setUndoable((current) => current ?? { sale, isBusy: false });
    // Money depends on the outcome of an undo, so the helper is asked to check it.
    const checkAgain = (sale: KeptSale | null) =>
      sale !== null && setOutcome((current) => current ?? { kind: "undoUnanswered", sale });
    void device.recent().then(
      (acts) => {
        offerAgain(undoableSale(acts, Date.now()));
        checkAgain(unansweredUndo(acts));
      },
      (error: unknown) => console.error(error),
    );
  }, [device]);
  const runSale = async (work: () => Promise<SaleOutcome | null>): Promise<SaleOutcome | null> => {
    const answer = await work().catch((error: unknown) => {
      // If the disk is full, the device's state reports that.
      console.error(error);
      return null;
    });
    if (answer?.kind === "sold") {
      desk?.addSale(saleAsAct(answer.sale));
      // The time to undo counts from the press of the button.
      if (Date.now() < answer.sale.at + saleUndoMs) setUndoable({ sale: answer.sale, isBusy: false });
    }
    if (answer?.kind === "unanswered") setOutcome(answer);
    return answer;
  };
  const runAndShow = (work: () => Promise<SaleOutcome | null>) =>
    void runSale(work).then((outcome) => outcome !== null && setOutcome(outcome));
  /** Stores the state of an undo, for the page after a reload. */
  const keepUndo = async (
    sale: KeptSale,
    part: Pick<RecentAct, "isUndoAsked"> | Pick<RecentAct, "isUndone">,
  ): Promise<void> => {
    const { key } = saleAsAct(sale);
    const act = (await device.recent()).find((one) => one.key === key);
    if (act !== undefined) await device.keepRecent({ ...act, ...part });
  };
  const undo = async (sale: KeptSale): Promise<void> => {
    setUndoable({ sale, isBusy: true });
    const report = (error: unknown) => console.error(error);
    await keepUndo(sale, { isUndoAsked: true }).catch(report);
    const answer = await device.undoSale(sale);
    if (answer.kind === "undone") await keepUndo(sale, { isUndone: true }).catch(report);
    if (answer.kind === "notUndone") await keepUndo(sale, { isUndoAsked: false }).catch(report);
    setUndoable(null);
    setUndoTriedKey(sale.key);
    setOutcome(answer);
    if (answer.kind === "undone") desk?.markSaleUndone(saleAsAct(sale).key);
  };
  return {
    outcome,
    undoable,
    undoTriedKey,
    sell: (request) => runSale(() => device.sell(request)),
    askAgain: () => runAndShow(() => device.askAgain()),
    giveUp: () => runAndShow(() => device.giveUp()),
    undo: (sale) => void run(() => undo(sale)),
    forgetUndo: ({ key }) =>
      setUndoable((current) => (current?.sale.key === key && !current.isBusy ? null : current)),
    show: setOutcome,
    seen: () => setOutcome(null),
  };
}

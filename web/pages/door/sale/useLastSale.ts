/** The outcome of the last sale, kept until it is dismissed. A completed sale is listed among the acts. */
import { useState } from "react";
import type { DoorClient } from "../../../door/device.ts";
import type { SaleOutcome, SaleRequest } from "../../../door/sale.ts";
import { saleAsAct } from "../../../door/storedSales.ts";
import type { DoorDesk } from "../scanner/doorDesk.ts";

interface LastSale {
  readonly outcome: SaleOutcome | null;
  /**
   * Null if the device could not store the sale: nothing was sent. The caller shows the outcome, or calls
   * `show`.
   */
  sell(request: SaleRequest): Promise<SaleOutcome | null>;
  askAgain(): void;
  giveUp(): void;
  show(outcome: SaleOutcome): void;
  seen(): void;
}

/** The sales of a device. `desk` lists the completed sales. */
export function useLastSale(
  device: Pick<DoorClient, "sell" | "askAgain" | "giveUp">,
  desk: Pick<DoorDesk, "sold"> | null,
): LastSale {
  const [outcome, setOutcome] = useState<SaleOutcome | null>(null);
  const runSale = async (work: () => Promise<SaleOutcome | null>): Promise<SaleOutcome | null> => {
    const answer = await work().catch((error: unknown) => {
      // The device's state already reports a full disk.
      console.error(error);
      return null;
    });
    if (answer?.kind === "sold") desk?.sold(saleAsAct(answer.sale));
    if (answer?.kind === "unanswered") setOutcome(answer);
    return answer;
  };
  const runAndShow = (work: () => Promise<SaleOutcome | null>) =>
    void runSale(work).then((outcome) => outcome !== null && setOutcome(outcome));
  return {
    outcome,
    sell: (request) => runSale(() => device.sell(request)),
    askAgain: () => runAndShow(() => device.askAgain()),
    giveUp: () => runAndShow(() => device.giveUp()),
    show: setOutcome,
    seen: () => setOutcome(null),
  };
}

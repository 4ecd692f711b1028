import { channelWords, purposeWords } from "../../../contract/rules/orderWords.ts";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import type { PaymentFilter } from "../../../contract/shapes/order.ts";
import { listAddress, namesOf } from "../../ui/lists/listAddress.ts";
import { paymentFilterWords } from "../../words/orderStatus.ts";
import { refundFilterWords } from "./orderWords.ts";

export const pageSize = 25;

export const orderAddress = listAddress({
  status: namesOf<PaymentFilter | keyof typeof refundFilterWords>({
    ...paymentFilterWords,
    ...refundFilterWords,
  }),
  purpose: namesOf<ListedOrder["purpose"]>(purposeWords),
  channel: namesOf<ListedOrder["channel"]>(channelWords),
  /** Only orders that need attention. */
  attention: ["true"],
});

export type OrderQuery = ReturnType<typeof orderAddress.queryFrom>;

export function filtersOf({ search, status, purpose, channel, attention }: OrderQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...moneyFilter(status),
    ...(purpose !== "" && { purpose }),
    ...(channel !== "" && { channel }),
    ...(attention !== "" && { needsAttention: true }),
  };
}

function moneyFilter(status: OrderQuery["status"]) {
  if (status === "partRefunded") return { refund: "part" as const };
  if (status === "refundDue") return { refund: "due" as const };
  return status === "" ? {} : { paymentStatus: status };
}

export function orderCountText(count: number): string {
  return count === 1 ? "1 order" : `${count.toLocaleString("en-US")} orders`;
}

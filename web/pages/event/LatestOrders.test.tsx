import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { paidOrder } from "../orders/order/order.fixture.ts";
import { LatestOrders } from "./LatestOrders.tsx";

test("the overview names the state of an order like the list of orders, unless it is simply paid or free", () => {
  const shownState = (change: Partial<typeof paidOrder>) => {
    const orders = [{ ...paidOrder, ...change }];
    const html = renderToString(
      <MemoryRouter>
        <LatestOrders eventId={1} orders={orders} />
      </MemoryRouter>,
    );
    return /\$[\d.]+<\/span>(?:<span>(.*?)<\/span>)?<\/div>/.exec(html)![1];
  };
  expect(shownState({})).toBeUndefined();
  expect(shownState({ paymentStatus: "free", totalAmount: 0 })).toBeUndefined();
  expect(shownState({ paymentStatus: "refunded", totalAmount: 0 })).toBe("Cancelled");
  expect(shownState({ paymentStatus: "refunded", refundedAmount: 5500 })).toBe("Refunded");
  expect(shownState({ paymentStatus: "pending", totalAmount: 0 })).toBe("Waiting");
  expect(shownState({ paymentStatus: "pending", isExpired: true })).toBe("Expired");
  expect(shownState({ paymentStatus: "failed" })).toBe("Failed");
  expect(shownState({ refundDue: 100 })).toBe("Refund pending");
  expect(shownState({ refundedAmount: 2200 })).toBe("Partly refunded");
});

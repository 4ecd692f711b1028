import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Event } from "../../../../contract/shapes/event.ts";
import { StaffTable } from "../../../ui/lists/StaffTable.tsx";
import { orderColumns } from "../orderColumns.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderRefunds } from "./OrderRefunds.tsx";
import { doneRefund, paidOrder } from "./order.fixture.ts";

const event = { id: 1, currency: "usd", timeZone: "UTC", config: { dateFormat: "DD/MM/YYYY" } } as Event;
const given = { ...paidOrder, refundedAmount: 3200 };
const waits = { ...given, refundAwaitsBuyer: 2200 };
const refunds = [{ ...doneRefund, id: 2, amount: 1000 }, doneRefund];

const textOf = (page: React.JSX.Element) =>
  renderToString(<MemoryRouter>{page}</MemoryRouter>)
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

test("a refund that waits for the buyer's bank account is not shown as done", () => {
  const shown = (order: typeof given) =>
    textOf(<OrderRefunds event={event} order={order} refunds={refunds} />);
  expect(shown(given)).toMatch(/\$10 Done .*\$22 Done /);
  expect(shown(waits)).toMatch(/\$10 Done .*\$22 Waits for the buyer’s bank account /);
});

test("an order's sums say how much is given back and how much waits for the buyer", () => {
  expect(textOf(<OrderLines order={given} />)).toMatch(/Given back −\$32 Kept \$23/);
  expect(textOf(<OrderLines order={waits} />)).toMatch(
    /Given back −\$10 Waits for the buyer’s bank account −\$22 Kept \$23/,
  );
});

test("an order's row says what is taken from its total, and whom a refund waits for", () => {
  const shown = (order: typeof given & { refundDue: number }) =>
    textOf(<StaffTable label="Orders" columns={orderColumns(event, [order])} rows={[order]} />);
  expect(shown(given)).toMatch(/\$55 −\$32 Part refunded /);
  expect(shown(waits)).toMatch(/\$55 −\$32 Refund waits for the buyer /);
  expect(shown({ ...paidOrder, refundDue: 500 })).toMatch(/\$55 −\$5 /);
  expect(shown(paidOrder)).not.toContain("−");
});

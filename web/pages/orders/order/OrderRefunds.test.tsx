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
const partlyRefunded = { ...paidOrder, refundedAmount: 3200 };
const waitingForBuyer = { ...partlyRefunded, refundAwaitsBuyer: 2200 };
const refunds = [{ ...doneRefund, id: 2, amount: 1000 }, doneRefund];

const textOf = (page: React.JSX.Element) =>
  renderToString(<MemoryRouter>{page}</MemoryRouter>)
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

test("a refund for which the buyer must still enter a bank account is not shown as done", () => {
  const renderedText = (order: typeof partlyRefunded) =>
    textOf(<OrderRefunds event={event} order={order} refunds={refunds} />);
  expect(renderedText(partlyRefunded)).toMatch(/\$10 Done .*\$22 Done /);
  expect(renderedText(waitingForBuyer)).toMatch(/\$10 Done .*\$22 The buyer must enter a bank account /);
});

test("an order's extras show how many of them were handed over", () => {
  expect(textOf(<OrderLines order={paidOrder} handed={[1]} />)).toMatch(/1 of \d+ handed over/);
  expect(textOf(<OrderLines order={paidOrder} />)).toMatch(/0 of \d+ handed over/);
});

test("an order's sums show how much is refunded and how much waits for the buyer", () => {
  expect(textOf(<OrderLines order={partlyRefunded} />)).toMatch(/Refunded −\$32 Kept by the club \$23/);
  expect(textOf(<OrderLines order={waitingForBuyer} />)).toMatch(
    /Refunded −\$10 The buyer must enter a bank account −\$22 Kept by the club \$23/,
  );
});

test("an order's row shows the amount that is or will be refunded, and that a refund waits for the buyer", () => {
  const renderedText = (order: typeof partlyRefunded & { refundDue: number }) =>
    textOf(<StaffTable label="Orders" columns={orderColumns(event, [order])} rows={[order]} />);
  expect(renderedText(partlyRefunded)).toMatch(/\$55 −\$32 Partly refunded /);
  expect(renderedText(waitingForBuyer)).toMatch(/\$55 −\$32 Refund waits for the buyer /);
  expect(renderedText({ ...paidOrder, refundDue: 500 })).toMatch(/\$55 −\$5 /);
  expect(renderedText(paidOrder)).not.toContain("−");
});

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { OrderSummary } from "./OrderSummary.tsx";

test("an order's amounts stand below each other: all with cents where the tax has some", () => {
  const item = {
    kind: "ticket" as const,
    refId: 1,
    title: "Dinner",
    unitPrice: 2500,
    quantity: 1,
    total: 2500,
  };
  const amounts = (tax: number) => {
    const quote = {
      items: [item],
      subtotal: 2500,
      tax,
      totalAmount: 2500 + tax,
      currency: "usd" as const,
    };
    const html = renderToString(<OrderSummary summary={quote} heading="Your order" />);
    return [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, text]) => text);
  };
  expect(amounts(150)).toEqual(["$25.00", "$25.00", "$1.50", "$26.50"]);
  expect(amounts(500)).toEqual(["$25", "$25", "$5", "$30"]);
});

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { OrderSummary } from "./OrderSummary.tsx";

test("all amounts of an order show cents if the tax has cents", () => {
  const item = {
    kind: "ticket" as const,
    refId: 1,
    title: "Dinner",
    unitPrice: 2500,
    quantity: 1,
    total: 2500,
    net: 2500,
    tax: 0,
  };
  const amounts = (tax: number) => {
    const quote = {
      items: [item],
      pricesIncludeTax: false,
      subtotal: 2500,
      tax,
      totalAmount: 2500 + tax,
      taxes: [{ name: "Tax", percent: 6, net: 2500, tax }],
      currency: "usd" as const,
      promoCode: null,
      discount: 0,
    };
    const html = renderToString(<OrderSummary summary={quote} heading="Your order" />);
    return [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, text]) => text);
  };
  expect(amounts(150)).toEqual(["$25.00", "$25.00", "$1.50", "$26.50"]);
  expect(amounts(500)).toEqual(["$25", "$25", "$5", "$30"]);
});

test("an order shows its promo code, and what the code saves", () => {
  const quote = {
    items: [],
    pricesIncludeTax: false,
    subtotal: 2000,
    tax: 0,
    totalAmount: 2000,
    taxes: [],
    currency: "usd" as const,
    promoCode: "SUMMER",
    discount: 550,
  };
  const item = {
    kind: "ticket" as const,
    refId: 1,
    title: "Dinner",
    unitPrice: 2000,
    quantity: 1,
    total: 2000,
    net: 2000,
    tax: 0,
  };
  const html = (part: Partial<typeof quote>) =>
    renderToString(
      <OrderSummary summary={{ ...quote, ...part, items: [item] }} heading="Your order" />,
    ).replace(/<[^>]+>/g, " ");
  expect(html({})).toMatch(/\$20\.00.*Code\s+SUMMER\s+you save \$5\.50/);
  expect(html({ discount: 0 })).toMatch(/Code\s+SUMMER\s+used/);
});

test("an order shows the refunded amount", () => {
  const item = {
    kind: "ticket" as const,
    refId: 1,
    title: "Dinner",
    unitPrice: 2000,
    quantity: 1,
    total: 2000,
    net: 2000,
    tax: 0,
  };
  const summary = {
    items: [item],
    pricesIncludeTax: false,
    subtotal: 2000,
    tax: 0,
    totalAmount: 2000,
    taxes: [],
    currency: "usd" as const,
    promoCode: null,
    discount: 0,
  };
  const text = (refunded?: number) =>
    renderToString(
      <OrderSummary summary={summary} heading="Order 1" {...(refunded && { refunded })} />,
    ).replace(/<[^>]+>/g, " ");
  expect(text(1980)).toMatch(/Total\s+\$20\.00.*Refunded\s+-\$19\.80/);
  expect(text()).not.toContain("Refunded");
});

test("a summary shows the tax with its rate, either added before the total or included in it", () => {
  const words = (pricesIncludeTax: boolean, sums: { subtotal: number; tax: number; totalAmount: number }) => {
    const item = {
      kind: "ticket" as const,
      refId: 1,
      title: "Dinner",
      unitPrice: 2500,
      quantity: 1,
      total: 2500,
    };
    const summary = {
      ...sums,
      items: [{ ...item, net: sums.subtotal, tax: sums.tax }],
      pricesIncludeTax,
      taxes: [{ name: "Tax", percent: 19, net: sums.subtotal, tax: sums.tax }],
      currency: "eur" as const,
      promoCode: null,
      discount: 0,
    };
    return renderToString(<OrderSummary summary={summary} heading="Your order" />).replace(/<[^>]+>/g, " ");
  };
  expect(words(false, { subtotal: 2500, tax: 475, totalAmount: 2975 })).toMatch(
    /Subtotal\s+€25\.00\s+Tax \(19%\)\s+€4\.75\s+Total\s+€29\.75/,
  );
  const inside = words(true, { subtotal: 2101, tax: 399, totalAmount: 2500 });
  expect(inside).toMatch(/Total\s+€25\.00\s+Includes tax \(19%\)\s+€3\.99/);
  expect(inside).not.toContain("Subtotal");
});

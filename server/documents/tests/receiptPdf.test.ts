import { describe, expect, test } from "vitest";
import { pdfWords } from "../../testing/pdfWords.ts";
import { type ReceiptDocument, receiptPdf } from "../receiptPdf.ts";

const item = { title: "Dinner", quantity: 2, unitPrice: 1250, total: 2500 };
const receipt: ReceiptDocument = {
  seller: {
    name: "Harbour Club e.V.",
    address: "1 Pier Road, Hamburg, Germany",
    register: "VR 1234, Hamburg",
    taxNumber: "Tax number DE123456789",
  },
  contact: "office@harbour.example",
  eventName: "Summer Gala",
  eventDay: "Sat, Dec 12, 2026",
  order: {
    orderNumber: "F-1",
    receiptNumber: 12,
    items: [item],
    subtotal: 2500,
    tax: 175,
    total: 2675,
    currency: "eur",
    paymentStatus: "paid",
    refundedAmount: 0,
  },
  orderedOn: "Fri, Nov 20, 2026",
  paidOn: "Fri, Nov 20, 2026",
  paidBy: "Card",
  buyer: { organization: "Engines Ltd", name: "Ada Lovelace", email: "ada@example.org" },
};

describe("a receipt", () => {
  test("a receipt has its number, the seller, the buyer, the items, the amounts, the payment method and the date", async () => {
    const pages = pdfWords(await receiptPdf(receipt));
    expect(pages).toHaveLength(1);
    for (const words of [
      "Receipt",
      "Harbour Club e.V.\n1 Pier Road, Hamburg, Germany\noffice@harbour.example\nVR 1234, Hamburg\nTax number DE123456789",
      "Receipt number\n12",
      "ISSUED TO\nEngines Ltd\nAda Lovelace\nada@example.org",
      "Order\nF-1",
      "Paid on\nFri, Nov 20, 2026",
      "Paid by\nCard",
      "Status\nPaid\n",
      "Dinner\n2\n€12.50\n€25.00",
      "Subtotal\n€25.00\nTax\n€1.75\nTotal\n€26.75",
    ])
      expect(pages[0]).toContain(words);
    expect(pages[0]).not.toContain("Refunded");
  });

  test("a receipt has the refunded amount and what remains", async () => {
    const order = { ...receipt.order, refundedAmount: 1000 };
    const [part] = pdfWords(await receiptPdf({ ...receipt, order }));
    expect(part).toContain("Status\nPaid, refunded in part");
    expect(part).toContain("Total\n€26.75\nRefunded\n-€10.00\nRemaining\n€16.75");
    const refunded = { ...order, paymentStatus: "refunded", refundedAmount: 2675 };
    const [whole] = pdfWords(await receiptPdf({ ...receipt, order: refunded }));
    expect(whole).toContain("Status\nRefunded");
    expect(whole).toContain("Remaining\n€0.00");
  });

  test("a receipt has the promo code with its discount, or only the code if it gave no discount", async () => {
    const printed = async (discount: number) => {
      const order = { ...receipt.order, promoCode: "EARLY", discount };
      return pdfWords(await receiptPdf({ ...receipt, order }))[0];
    };
    expect(await printed(1050)).toContain("Promo code\nEARLY · €10.50 less");
    expect(await printed(0)).toContain("Promo code\nEARLY\n");
  });

  test("a receipt leaves out unknown facts", async () => {
    const nobody = { organization: "", name: "", email: "" };
    const [page] = pdfWords(await receiptPdf({ ...receipt, paidOn: "", paidBy: "", buyer: nobody }));
    expect(page).not.toMatch(/Paid on|Paid by|ISSUED TO|Promo code/);
  });

  test.each([1, 40, 100])("a receipt has every line of an order with %i lines", async (count) => {
    const items = Array.from({ length: count }, (_, index) => ({
      ...item,
      title: `Line ${index + 1} ${"wide and long ".repeat(index % 20)}end`,
    }));
    const pages = pdfWords(await receiptPdf({ ...receipt, order: { ...receipt.order, items } }));
    const drawnLines = pages.join("\n").match(/^Line \d+/gm);
    expect(drawnLines).toEqual(items.map((_, index) => `Line ${index + 1}`));
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    expect(pages.at(-1)).toContain("Total\n€26.75");
  });

  test("a receipt has the day, the amount and the reason of each refund", async () => {
    const order = { ...receipt.order, refundedAmount: 1000 };
    const refunds = [
      { amount: 600, day: "Mon, Nov 23, 2026", reason: "One guest is ill" },
      { amount: 400, day: "Tue, Nov 24, 2026", reason: "" },
      { amount: -2000, day: "Wed, Nov 25, 2026", reason: "" },
    ];
    const [page] = pdfWords(await receiptPdf({ ...receipt, order, refunds }));
    expect(page).toContain("€6.00 refunded on Mon, Nov 23, 2026: One guest is ill\n");
    expect(page).toContain("€4.00 refunded on Tue, Nov 24, 2026\n");
    expect(page).toContain("€20.00 returned to us on Wed, Nov 25, 2026\n");
    expect(page).not.toContain("-€20.00");
  });

  test.each(["", "สมหญิง ใจดี", "مرحبا\u202E\n\n", "Wolfeschlegelsteinhausen".repeat(20)])(
    "a receipt has every text complete, and its sums, for any texts: %s",
    async (text) => {
      const pages = pdfWords(
        await receiptPdf({
          ...receipt,
          seller: { name: text, address: text, register: text, taxNumber: text },
          contact: text,
          eventName: text,
          order: { ...receipt.order, orderNumber: text, items: [{ ...item, title: text }] },
          buyer: { organization: text, name: text, email: text },
        }),
      );
      expect(pages.length).toBeLessThan(3);
      const letters = pages.join("").replace(/\s/g, "");
      const shown = text.replace(/[\s\u202E]/g, "");
      // Five of the seller, the event, the order, the line, and three of the buyer, and two of the foot.
      if (shown !== "") expect(letters.split(shown).length - 1).toBeGreaterThanOrEqual(13);
      expect(pages.at(-1)).toContain("Total\n€26.75");
    },
  );
});

import { closingPdf } from "../../server/documents/closingPdf.ts";
import type { PrintedOrder } from "../../server/documents/printedOrder.ts";
import { newEventKey, signAttendeeQr, signExtrasQr } from "../../server/documents/qrSignature.ts";
import { receiptPdf } from "../../server/documents/receiptPdf.ts";
import { ticketPdf } from "../../server/documents/ticketPdf.ts";

export interface SampleDocument {
  readonly name: string;
  readonly file: Buffer;
  /** The standards that the PDF claims: PDF/UA-1, PDF/A-2a. */
  readonly flavours: readonly ("ua1" | "2a")[];
  readonly texts: readonly string[];
  /** The codes of the first pages, in order. */
  readonly codes: readonly string[];
}

const names = [
  "Ελένη Παπαδοπούλου",
  "محمد عبد الرحمن",
  "王 小明",
  "สมหญิง น้ำฝน",
  "Дмитрий Шостакович",
  "김 민수",
  "Zoë Łukaszewicz",
];
const [clubName, eventName, location] = ["Kulturverein Süd", "Gala Night", "Town Hall, Großer Saal"];
const when = "Sat, Dec 12, 2026, 7:30 PM";
const order: PrintedOrder = {
  orderNumber: "F-2026-000123",
  items: [
    { title: "Adult", quantity: 7, unitPrice: 2500, total: 17_500 },
    { title: "Dinner", quantity: 2, unitPrice: 1850, total: 3700 },
  ],
  subtotal: 21_200,
  tax: 4028,
  total: 25_228,
  currency: "eur",
  paymentStatus: "paid",
  refundedAmount: 1850,
};

export async function makeSampleDocuments(): Promise<SampleDocument[]> {
  return [await tickets(), await receipt(), await closing()];
}

async function tickets(): Promise<SampleDocument> {
  const { privateKey } = newEventKey();
  const q = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";
  const attendees = names.map((name, index) => {
    const qrText = signAttendeeQr(privateKey, { r: 1, a: index + 1, q, e: 3 });
    return { name, ticketTitle: "Adult", reference: `${order.orderNumber} · ${index + 1}`, qrText };
  });
  const purchase = {
    items: [{ title: "Dinner", quantity: 2 }],
    qrText: signExtrasQr(privateKey, { id: 5, qrUuid: q, e: 3 }),
    reference: order.orderNumber,
    isHandedOver: false,
  };
  return {
    name: "tickets",
    file: await ticketPdf({ eventName, clubName, when, location, attendees, purchases: [purchase] }),
    flavours: ["ua1"],
    texts: [
      ...names,
      ...attendees.map(({ reference }) => reference),
      clubName,
      eventName,
      when,
      location,
      "2 × Dinner",
    ],
    codes: [...attendees.map(({ qrText }) => qrText), purchase.qrText],
  };
}

async function receipt(): Promise<SampleDocument> {
  const file = await receiptPdf({
    seller: {
      name: clubName,
      address: location,
      register: "VR 1234, Hamburg",
      taxNumber: "Tax number DE123456789",
    },
    contact: "hello@club.example",
    eventName,
    eventDay: when,
    order,
    orderedOn: "Dec 1, 2026",
    paidOn: "Dec 2, 2026",
    paidBy: "Card",
    buyer: { organization: "", name: names.join(", "), email: "buyer@example.org" },
    refunds: [{ amount: 1850, day: "Dec 3, 2026", reason: names[3]! }],
  });
  return {
    name: "receipt",
    file,
    flavours: ["ua1"],
    texts: [...names, order.orderNumber, "€252.28", "buyer@example.org"],
    codes: [],
  };
}

async function closing(): Promise<SampleDocument> {
  const file = await closingPdf({
    clubName,
    eventName,
    eventDay: when,
    eventDays: null,
    currency: "eur",
    asOf: "Sun, Dec 13",
    asOfTime: new Date("2026-12-13T10:00:00Z"),
    tables: [
      {
        id: "sums",
        title: "Money",
        empty: "Nothing was sold.",
        columns: [
          { heading: "Way", kind: "text" },
          { heading: "Orders", kind: "number" },
          { heading: "Amount", kind: "money" },
          { heading: "Difference", kind: "difference" },
        ],
        rows: names.map((name, index) => [name, index, index * 1000, index === 2 ? -500 : 0]),
        total: ["Total", 21, 21_000, -500],
      },
    ],
    signature: { version: 1, signedName: names[0]!, accountName: names[4]! },
    note: names.join(" · "),
  });
  return {
    name: "closing",
    file,
    flavours: ["ua1", "2a"],
    texts: [...names, clubName, eventName, "€210", "Total"],
    codes: [],
  };
}

/** Amounts are in minor units. */
import type { ClosingCount, ClosingFigures, ClosingTax, UnsettledItems } from "../../shapes/money/closing.ts";
import { formatMoney } from "../money/money.ts";
import { amountLeftOfWay, closingSums, countedAtTill, tillDifference } from "./closingSums.ts";
import {
  checkWords,
  sourceWords,
  taxRateWords,
  tillWords,
  unsettledTexts,
  wayWords,
} from "./closingWords.ts";

/** What a column shows. A `difference` is money that should be 0. */
export type ColumnKind = "text" | "number" | "money" | "difference";
/** The value of a cell; null leaves it empty. */
export type Cell = string | number | null;

/** A table of a closing. Its first column holds texts. */
export interface ClosingTable {
  id: "sources" | "taxes" | "ways" | "sums" | "refunds" | "tills" | "checks" | "people" | "open";
  title: string;
  columns: readonly { heading: string; kind: ColumnKind }[];
  rows: readonly (readonly Cell[])[];
  total: readonly Cell[] | null;
  /** Shown if there are no rows. */
  empty: string;
}

/** Makes the tables of a closing in their order. Figures without `taxes` get no table of taxes. */
export function closingTables(
  figures: ClosingFigures,
  open: UnsettledItems,
  counts: readonly ClosingCount[],
): ClosingTable[] {
  return [
    sourcesTable(figures),
    ...(figures.taxes === undefined ? [] : [taxesTable(figures.taxes)]),
    waysTable(figures),
    sumsTable(figures),
    refundsTable(figures),
    tillsTable(figures, counts),
    checksTable(figures),
    peopleTable(figures),
    openTable(open, figures.currency),
  ];
}

const text = (heading: string) => ({ heading, kind: "text" }) as const;
const number = (heading: string) => ({ heading, kind: "number" }) as const;
const money = (heading: string) => ({ heading, kind: "money" }) as const;
const difference = (heading: string) => ({ heading, kind: "difference" }) as const;
/** A subtracted amount. -0 would be shown with a sign. */
const deduction = (amount: number) => (amount === 0 ? 0 : -amount);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function sourcesTable({ sources }: ClosingFigures): ClosingTable {
  const sums = { net: sum(sources.map(({ net }) => net)), tax: sum(sources.map(({ tax }) => tax)) };
  return {
    id: "sources",
    title: "Sold",
    columns: [text("What"), number("Number"), money("Without tax"), money("Tax"), money("With tax")],
    rows: sources.map((one) => [sourceWords(one), one.quantity, one.net, one.tax, one.net + one.tax]),
    total: ["All that was sold", null, sums.net, sums.tax, sums.net + sums.tax],
    empty: "Nothing was sold for money.",
  };
}

function taxesTable(taxes: readonly ClosingTax[]): ClosingTable {
  const cellsOf = ({ net, tax, refundedNet, refundedTax }: Omit<ClosingTax, "percent">) => [
    net,
    tax,
    refundedNet,
    refundedTax,
    net - refundedNet,
    tax - refundedTax,
  ];
  return {
    id: "taxes",
    title: "Tax by rate",
    columns: [
      text("Rate"),
      money("Sold without tax"),
      money("Tax sold"),
      money("Refunded without tax"),
      money("Tax refunded"),
      money("Remaining without tax"),
      money("Remaining tax"),
    ],
    rows: taxes.map((rate) => [taxRateWords(rate), ...cellsOf(rate)]),
    total: [
      "All rates",
      ...cellsOf({
        net: sum(taxes.map(({ net }) => net)),
        tax: sum(taxes.map(({ tax }) => tax)),
        refundedNet: sum(taxes.map(({ refundedNet }) => refundedNet)),
        refundedTax: sum(taxes.map(({ refundedTax }) => refundedTax)),
      }),
    ],
    empty: "Nothing was sold for money.",
  };
}

function waysTable({ ways }: ClosingFigures): ClosingTable {
  const all = closingSums({ ways });
  return {
    id: "ways",
    title: "How it was paid",
    columns: [
      text("Payment method"),
      number("Orders"),
      money("Received"),
      money("Refunded"),
      money("Fees"),
      money("Remaining"),
    ],
    rows: ways.map((way) => [
      wayWords(way),
      way.orders,
      way.taken,
      way.givenBack,
      way.fees,
      amountLeftOfWay(way),
    ]),
    total: [
      "All payment methods",
      sum(ways.map(({ orders }) => orders)),
      all.taken,
      all.givenBack,
      all.fees,
      all.left,
    ],
    empty: "Nothing was paid.",
  };
}

function sumsTable(figures: ClosingFigures): ClosingTable {
  const sums = closingSums(figures);
  const shouldGet: Cell[] = ["What the club should get", sums.left];
  const rows: Cell[][] = [
    ["Received", sums.taken],
    ["Refunded", deduction(sums.givenBack)],
    ["Provider’s fees", deduction(sums.fees)],
  ];
  const refundRows: Cell[][] = [shouldGet, ["Pending refunds", deduction(sums.onItsWay)]];
  return {
    id: "sums",
    title: "What the club should get",
    columns: [text("Sum"), money("Amount")],
    rows: sums.onItsWay === 0 ? rows : [...rows, ...refundRows],
    total: sums.onItsWay === 0 ? shouldGet : ["Remaining after pending refunds", sums.afterAll],
    empty: "",
  };
}

function refundsTable({ refunds, disputed, foreignFees }: ClosingFigures): ClosingTable {
  const rows: Cell[][] = [
    ["Refunds done", refunds.done.count, refunds.done.amount],
    ["Pending refunds", refunds.due.count, refunds.due.amount],
    ["Refunds that failed", refunds.failed.count, refunds.failed.amount],
    ["Payments disputed with the bank", disputed.count, disputed.amount],
  ];
  const foreignFeeRows = foreignFees.map(({ currency, amount }): Cell[] => [
    `Fees in ${currency.toUpperCase()}, in no sum: ${formatMoney(amount, currency)}`,
    null,
    null,
  ]);
  return {
    id: "refunds",
    title: "Refunds and disputes",
    columns: [text("What"), number("Number"), money("Amount")],
    rows: [...rows, ...foreignFeeRows],
    total: null,
    empty: "",
  };
}

function tillsTable({ tills }: ClosingFigures, counts: readonly ClosingCount[]): ClosingTable {
  const countedAmounts = counts.flatMap((count) => (count.counted === null ? [] : [count.counted]));
  const differences = tills.flatMap((till) => tillDifference(till, counts) ?? []);
  return {
    id: "tills",
    title: "Cash in the tills",
    columns: [
      text("Till"),
      money("Received"),
      money("Refunded"),
      money("Expected"),
      money("Counted"),
      difference("Difference"),
      text("Note"),
    ],
    rows: tills.map((till) => [
      tillWords(till),
      till.taken,
      till.givenBack,
      till.expected,
      countedAtTill(till.till, counts),
      tillDifference(till, counts),
      counts.find((count) => count.till === till.till)?.note ?? "",
    ]),
    total: [
      "All tills",
      sum(tills.map(({ taken }) => taken)),
      sum(tills.map(({ givenBack }) => givenBack)),
      sum(tills.map(({ expected }) => expected)),
      countedAmounts.length === 0 ? null : sum(countedAmounts),
      differences.length === 0 ? null : sum(differences),
      countedAmounts.length < tills.length ? `${tills.length - countedAmounts.length} not counted` : "",
    ],
    empty: "No cash was received.",
  };
}

function checksTable({ checks }: ClosingFigures): ClosingTable {
  return {
    id: "checks",
    title: "Sums that must agree",
    columns: [
      text("This sum"),
      money("Amount"),
      text("Must equal"),
      money("Amount"),
      difference("Difference"),
    ],
    rows: checks.map(({ check, one, other }) => [
      checkWords[check].one,
      one,
      checkWords[check].other,
      other,
      other - one,
    ]),
    total: null,
    empty: "",
  };
}

function peopleTable({ people }: ClosingFigures): ClosingTable {
  return {
    id: "people",
    title: "Who came",
    columns: [text("What"), number("Number")],
    rows: [
      ["People with a ticket", people.registered],
      ["Checked in", people.came],
      ["Tickets that cost nothing", people.free],
      ["People without an order", people.withoutOrder],
    ],
    total: null,
    empty: "",
  };
}

function openTable(open: UnsettledItems, currency: string): ClosingTable {
  return {
    id: "open",
    title: "Still open",
    columns: [text("What may still change these figures")],
    rows: unsettledTexts(open, (amountMinor) => formatMoney(amountMinor, currency)).map(({ words }) => [
      words,
    ]),
    total: null,
    empty: "Nothing: all payments, refunds and check-ins are settled.",
  };
}

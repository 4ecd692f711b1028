/** People keep pretix's secret as their code if it fits, so that the tickets from pretix stay valid. */
import { maxQrTextLength } from "../../../contract/rules/door/qr.ts";
import { isEmail } from "../../../contract/rules/email.ts";
import { mainUnitsText } from "../../../contract/rules/money/money.ts";
import { answerProblem, CHECKBOXES } from "../../../contract/rules/questions/questions.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { ColumnChoice, ColumnMeaning } from "../../../contract/shapes/people.ts";
import type { ArchivedPeople } from "../archivedPeople.ts";
import { type LeftOut, openCounts } from "../leftOut.ts";
import { type PretixOffers, thingKey } from "./offersOfPretix.ts";
import { type ConvertedQuestion, cellOfAnswer } from "./questionsOfPretix.ts";
import type { PretixAnswers, PretixOrder, PretixPosition } from "./shapes.ts";
import { lineOf, minorOf, paragraphOf } from "./words.ts";

const orderStates: Readonly<Record<string, string>> = { n: "pending", e: "expired", c: "cancelled" };

const columns: readonly (readonly [heading: string, meaning: ColumnMeaning])[] = [
  ["Order", "orderNumber"],
  ["Ticket", "ticket"],
  ["Name", "name"],
  ["E-mail", "email"],
  ["Phone", "phone"],
  ["Buyer", "buyerName"],
  ["Buyer's e-mail", "buyerEmail"],
  ["Paid", "price"],
  ["Registered", "registeredAt"],
  ["Checked in", "checkedIn"],
  ["Code", "code"],
  ["Company", "company"],
  ["Extras", "additional"],
  ["Seat", "additional"],
  ["Payment in pretix", "additional"],
  ["Address in pretix", "additional"],
];

interface Person {
  order: PretixOrder;
  position: PretixPosition;
  isFirst: boolean;
  extras: PretixPosition[];
}

/** `peopleCounts` is by `thingKey`; `leftOut` counts what is not imported, by reason. */
export interface PretixPeople {
  people: Person[];
  peopleCounts: ReadonlyMap<string, number>;
  leftOut: LeftOut[];
}

/**
 * Whether pretix lets people in before the order is paid (https://docs.pretix.eu/dev/api/resources/orders.html).
 * An order that waits for approval has no tickets yet.
 */
function isValidUnpaid({
  status,
  valid_if_pending: isValid,
  require_approval: isUnapproved,
}: PretixOrder): boolean {
  return status === "n" && isValid && !isUnapproved;
}

/** Chooses the people to import. Add-ons, and products without admission, are not people. */
export function choosePeople({ orders, items }: Pick<PretixAnswers, "orders" | "items">): PretixPeople {
  const admitting = new Set(items.filter(({ admission }) => admission).map(({ id }) => id));
  const isPerson = ({ item, addon_to: parent }: PretixPosition) =>
    admitting.has(item) && (parent === null || parent === undefined);
  const leftOut = openCounts();
  const peopleCounts = new Map<string, number>();
  const people: Person[] = [];
  for (const order of orders) {
    const all = order.positions.filter(isPerson);
    const state = order.testmode
      ? "of a test order"
      : order.status === "p" || isValidUnpaid(order)
        ? null
        : (orderStates[order.status] ?? "not paid");
    if (state !== null) {
      leftOut.add(state, all.length);
      continue;
    }
    leftOut.add("cancelled", all.filter(({ canceled }) => canceled).length);
    const valid = all.filter(({ canceled }) => !canceled);
    const isBlocked = ({ blocked }: PretixPosition) => (blocked ?? []).length > 0;
    leftOut.add("blocked", valid.filter(isBlocked).length);
    const coming = valid.filter((position) => !isBlocked(position));
    const extras = order.positions.filter((position) => !position.canceled && !isPerson(position));
    if (all.length === 0) leftOut.add("without a ticket", 1);
    const ids = new Set(coming.map(({ id }) => id));
    for (const [index, position] of coming.entries()) {
      const key = thingKey(position);
      peopleCounts.set(key, (peopleCounts.get(key) ?? 0) + 1);
      // Extras that belong to none of these people go to the first person.
      const own = extras.filter(
        ({ addon_to: parent }) => parent === position.id || (index === 0 && !ids.has(parent ?? 0)),
      );
      people.push({ order, position, isFirst: index === 0, extras: own });
    }
  }
  return { people, peopleCounts, leftOut: leftOut.all() };
}

interface RowRule {
  offers: PretixOffers;
  questions: readonly ConvertedQuestion[];
  questionIds: readonly number[];
  currency: Currency;
  now: Date;
}

/** The rows to import. The last columns are for answers that their questions do not accept. */
export function rowsOfPretix(
  { people, leftOut }: PretixPeople,
  { questions, questionIds, ...rule }: RowRule,
): ArchivedPeople {
  const headings = questions.map(({ written }) => written.text);
  return {
    rows: [
      [...columns.map(([heading]) => heading), ...headings, ...headings],
      ...people.map((person) => [...ownCells(person, rule), ...answerCells(person.position, questions)]),
    ],
    columns: [
      ...columns.map(([heading, meaning]): ColumnChoice => ({ heading, meaning })),
      ...headings.map(
        (heading, index): ColumnChoice => ({ heading, meaning: "answer", questionId: questionIds[index]! }),
      ),
      ...headings.map((heading): ColumnChoice => ({ heading, meaning: "additional" })),
    ],
    leftOut,
  };
}

const isStorableEmail = (text: string) => text.length <= 254 && isEmail(text);

function ownCells(
  { order, position, isFirst, extras }: Person,
  { offers, currency, now }: Pick<RowRule, "offers" | "currency" | "now">,
): string[] {
  const isUnpaid = isValidUnpaid(order);
  const ofBuyer = (text: string) => (isFirst ? text : "");
  const fees = isFirst ? order.fees.filter(({ canceled }) => !canceled) : [];
  const amounts = [position.price, ...extras.map(({ price }) => price), ...fees.map(({ value }) => value)];
  const total = amounts.reduce((sum, amount) => sum + minorOf(amount, currency), 0);
  // A negative amount, such as a fee, may be larger than this ticket's price.
  const price = Math.max(0, total);
  const address = lineOf(position.attendee_email, 1000);
  const isAddress = isStorableEmail(address);
  const buyerAddress = lineOf(order.email, 1000);
  const entries = position.checkins.flatMap(({ type, datetime }) => (type === "entry" ? [datetime] : []));
  const phone = lineOf(order.phone, 40);
  return [
    lineOf(order.code, 100),
    String(offers.of(position)?.id ?? ""),
    lineOf(position.attendee_name, 100),
    isAddress ? address : "",
    ofBuyer(phone),
    ofBuyer(lineOf(order.invoice_address?.name, 200)),
    isStorableEmail(buyerAddress) ? buyerAddress : "",
    isUnpaid ? "" : mainUnitsText(price, currency),
    pastTime([order.datetime], now),
    pastTime(entries, now),
    position.secret.length <= maxQrTextLength ? position.secret : "",
    lineOf(position.company || order.invoice_address?.company, 200),
    extrasText(extras, offers),
    lineOf(position.seat?.name, 200),
    isUnpaid ? `Pending: ${mainUnitsText(price, currency)} ${currency.toUpperCase()}` : "",
    isAddress ? "" : address,
  ];
}

/** The earliest time, at most now, because the clock of a device may be fast. */
function pastTime(times: readonly string[], now: Date): string {
  if (times.length === 0) return "";
  const first = Math.min(...times.map((time) => Date.parse(time)), now.getTime());
  return new Date(first).toISOString();
}

/** The extras as a text, such as "2 × Parking". */
function extrasText(extras: readonly PretixPosition[], offers: PretixOffers): string {
  const counts = openCounts();
  for (const extra of extras) counts.add(offers.of(extra)?.title ?? "something that pretix no longer has");
  const texts = counts.all().map(({ text, count }) => `${count} × ${text}`);
  return paragraphOf(texts.join(", "), 1000);
}

function answerCells({ answers }: PretixPosition, questions: readonly ConvertedQuestion[]): string[] {
  const cells = questions.map(({ source, written }) => {
    const given = answers.find(({ question }) => question === source.id);
    const text = given === undefined ? "" : paragraphOf(cellOfAnswer(source, given), 5000);
    const asked = { typeId: written.typeId, options: written.options ?? null, required: false };
    const answer = written.typeId === CHECKBOXES ? text.split("\n") : text;
    return answerProblem(asked, answer) === null ? [text, ""] : ["", text];
  });
  return [...cells.map(([answer]) => answer!), ...cells.map(([, other]) => other!)];
}

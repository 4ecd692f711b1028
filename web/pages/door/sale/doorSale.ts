import { type TaxRate, totalsOf } from "../../../../contract/rules/money/tax.ts";
import { isAskedOf, shownQuestions } from "../../../../contract/rules/questions/asked.ts";
import { type Answer, answerText } from "../../../../contract/rules/questions/questions.ts";
import type { Door } from "../../../../contract/shapes/door/door.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { DoorPaidBy } from "../../../../contract/shapes/order.ts";
import type { DoorState } from "../../../door/device.ts";
import type { SaleRequest } from "../../../door/sale.ts";
import type { SaleFacts } from "../../../door/saleFacts.ts";
import { questionProblem } from "../../../event/questionProblem.ts";
import { minorUnitsOf } from "../../../forms/amounts.ts";
import { itemsText } from "../../../words/itemsText.ts";

/** The answers of one person, by question id. */
export type Answers = Readonly<Record<number, Answer>>;

export interface SaleValues {
  /** By ticket id. */
  readonly quantities: Readonly<Record<number, number>>;
  /** By the extra's id. */
  readonly extras: Readonly<Record<number, number>>;
  readonly handsOverExtras: boolean;
  /** The answers of each person, in the order of the tickets. */
  readonly answers: readonly Answers[];
  readonly answersLater: boolean;
  readonly name: string;
  readonly email: string;
  readonly paidBy: DoorPaidBy;
  /** The cash from the buyer, as typed. It is not sent. */
  readonly given: string;
}

export const newSale: SaleValues = {
  quantities: {},
  extras: {},
  handsOverExtras: true,
  answers: [],
  answersLater: false,
  name: "",
  email: "",
  paidBy: "cash",
  given: "",
};

/** This page's limit of one ticket or extra in one sale. */
export const maxPerLine = 20;

export interface DoorSaleOffer extends SaleFacts {
  readonly tickets: Door["tickets"];
}

/** A door also has tickets that it may not sell, such as those that only imported people have. */
export const sellableTickets = (tickets: Door["tickets"]): Door["tickets"] =>
  tickets.filter(({ isActive }) => isActive !== false);

/** `unitPrice` is in minor units. */
interface ChosenLine {
  title: string;
  unitPrice: number;
  quantity: number;
  taxRate: TaxRate | null;
}

export function chosenTickets(
  { quantities }: Pick<SaleValues, "quantities">,
  tickets: Door["tickets"],
): (ChosenLine & { ticketId: number })[] {
  return tickets.flatMap(({ ticketId, title, price, taxRate }) => {
    const quantity = quantities[ticketId] ?? 0;
    return quantity === 0 ? [] : [{ ticketId, title, unitPrice: price, quantity, taxRate }];
  });
}

export function chosenExtras(
  values: Pick<SaleValues, "extras">,
  extras: DoorSaleOffer["extras"],
): (ChosenLine & { extrasId: number })[] {
  return extras.flatMap(({ id, name, price, taxRate }) => {
    const quantity = values.extras[id] ?? 0;
    return quantity === 0 ? [] : [{ extrasId: id, title: name, unitPrice: price, quantity, taxRate }];
  });
}

function chosenLines(values: Pick<SaleValues, "quantities" | "extras">, offer: DoorSaleOffer) {
  return [...chosenTickets(values, offer.tickets), ...chosenExtras(values, offer.extras)];
}

/** In minor units, including taxes. */
export function totalOf(values: SaleValues, offer: DoorSaleOffer): number {
  return totalsOf(chosenLines(values, offer), offer.tax).totalAmount;
}

export function saleText(values: Pick<SaleValues, "quantities" | "extras">, offer: DoorSaleOffer): string {
  return itemsText(chosenLines(values, offer));
}

export function saleObstacle({ isOnline, problem }: Pick<DoorState, "isOnline" | "problem">): string | null {
  if (problem === "storageFull")
    return "This device has no storage left, so it cannot store a sale. Free some space, or sell on another phone.";
  if (problem === "storageLost") return "Load this page again, then sell.";
  if (problem === "signedOut") return "You are signed out. Sign in to sell.";
  if (problem !== null) return "This link has ended. Ask the staff for a new one.";
  return isOnline
    ? null
    : "Selling needs a connection: the server counts the places. Send buyers to the ticket desk.";
}

/** What is missing besides answers; null if nothing. */
export function saleProblem(values: SaleValues, offer: DoorSaleOffer): string | null {
  if (chosenTickets(values, offer.tickets).length === 0) return "Choose a ticket.";
  if (isAnsweredLater(values, offer) && values.email.trim() === "")
    return "Enter the buyer's e-mail address: the link to the questions is mailed there.";
  return null;
}

export interface SalePerson {
  readonly ticketId: number;
  /** The title of their ticket. */
  readonly title: string;
  /** The questions to this person, given the answers so far. */
  readonly questions: readonly FormQuestion[];
}

/** The people are in the order of the tickets. The first also gets the questions to the buyer. */
export function salePeople(values: SaleValues, { tickets, questions }: DoorSaleOffer): SalePerson[] {
  const chosen = chosenTickets(values, tickets);
  const boughtTicketIds = chosen.map(({ ticketId }) => ticketId);
  return chosen
    .flatMap(({ ticketId, title, quantity }) => Array.from({ length: quantity }, () => ({ ticketId, title })))
    .map((person, index) => {
      const answering = {
        ticketIds: [person.ticketId],
        boughtTicketIds: index === 0 ? boughtTicketIds : null,
      };
      const asked = questions.filter((question) => isAskedOf(question, answering));
      return { ...person, questions: shownQuestions(asked, values.answers[index] ?? {}) };
    });
}

/** While the box of `answersLater` is hidden, its tick stays in the values, but has no effect. */
export function isAnsweredLater(values: SaleValues, offer: DoorSaleOffer): boolean {
  const [buyer] = salePeople(values, offer);
  const isAsked = buyer?.questions.some(({ required }) => required) ?? false;
  return values.answersLater && offer.mayAnswerLater && isAsked;
}

export function mustAnswer(
  { required }: Pick<FormQuestion, "required">,
  index: number,
  { answersLater }: Pick<SaleValues, "answersLater">,
): boolean {
  return required && index === 0 && !answersLater;
}

export const answerName = (index: number, questionId: number): string => `${index}.${questionId}`;

/** Messages by answerName. */
export function answerProblems(values: SaleValues, offer: DoorSaleOffer): Record<string, string> {
  const answersLater = isAnsweredLater(values, offer);
  return Object.fromEntries(
    salePeople(values, offer).flatMap(({ questions }, index) =>
      questions.flatMap((question) => {
        const answer = values.answers[index]?.[question.id];
        const problem = questionProblem(question, answer, mustAnswer(question, index, { answersLater }));
        return problem === null ? [] : [[answerName(index, question.id), problem]];
      }),
    ),
  );
}

export function answerProblemText(
  problems: Readonly<Record<string, string>>,
  people: readonly SalePerson[],
): string | null {
  const [first = null] = people.flatMap(({ questions }, index) =>
    questions.flatMap(({ id, text }) => {
      const problem = problems[answerName(index, id)];
      return problem === undefined ? [] : [`${problem.replace(/\.$/, "")}: ${text}`];
    }),
  );
  return first;
}

function answersToSend(values: SaleValues, offer: DoorSaleOffer): NonNullable<SaleRequest["answers"]> {
  return salePeople(values, offer).map(({ questions }, index) =>
    questions.flatMap(({ id }) => {
      const answer = values.answers[index]?.[id];
      return answer === undefined || answerText(answer) === null ? [] : [{ questionId: id, answer }];
    }),
  );
}

/**
 * The answerName for a path of a refusal such as `attendees.0.answers.2`, else null. The path of a sent answer has its
 * index, that of a missing one the question's id.
 */
export function answerOfPath(path: string, sent: SaleRequest["answers"]): string | null {
  const [root, index, name, key] = path.split(".");
  if (root !== "attendees" || name !== "answers" || key === undefined) return null;
  const questionId = key.startsWith("question")
    ? Number(key.slice("question".length))
    : sent?.[Number(index)]?.[Number(key)]?.questionId;
  return questionId === undefined ? null : answerName(Number(index), questionId);
}

/** `sum` is the text of `total`, which is in minor units. */
export function saleRequestOf(
  values: SaleValues,
  offer: DoorSaleOffer,
  { total, sum }: { total: number; sum: string },
): SaleRequest {
  const extras = chosenExtras(values, offer.extras).map(({ extrasId, quantity }) => ({ extrasId, quantity }));
  return {
    tickets: chosenTickets(values, offer.tickets).map(({ ticketId, quantity }) => ({ ticketId, quantity })),
    extras,
    handsOverExtras: extras.length > 0 && values.handsOverExtras,
    answers: answersToSend(values, offer),
    answersLater: isAnsweredLater(values, offer) && values.email.trim() !== "",
    name: values.name.trim(),
    email: values.email.trim() || null,
    paidBy: values.paidBy,
    totalAmount: total,
    what: saleText(values, offer),
    sum,
  };
}

/** In minor units; negative if money is missing. Null while `given` is no amount. */
export function cashChangeOf(given: string, sale: { total: number; currency: string }): number | null {
  const amount = minorUnitsOf(given, sale.currency);
  return amount === null ? null : amount - sale.total;
}

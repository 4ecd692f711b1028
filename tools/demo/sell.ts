import { totalsOf } from "../../contract/rules/money/tax.ts";
import type { Chance } from "./chance.ts";
import { type Person, peopleOf } from "./people.ts";
import type { DemoEvent, DemoQuestion } from "./world.ts";

/** One registration with its order. Money is in minor units. */
export interface DemoSale {
  boughtAt: Date;
  /** The index of the ticket type in the event. */
  ticket: number;
  people: Person[];
  /** `extra` is the index of the extra in the event. */
  extras: { extra: number; quantity: number }[];
  /** `question` is the index of the question in the event. */
  answers: { question: number; answer: string }[];
  subtotal: number;
  tax: number;
  totalAmount: number;
  userTimezone: string;
}

/** The weights of parties of 0 to 4 people. */
const partySizeWeights = [0, 5, 9, 2, 3];
const awayZones = ["Europe/London", "America/New_York", "Asia/Singapore"];

/** Draws parties until the planned tickets are sold. The earliest sale comes first. */
export function sell(event: DemoEvent, chance: Chance, times: { from: Date; until: Date }): DemoSale[] {
  const next = peopleOf(event.crowd, chance);
  const remaining = event.tickets.map(({ sold }) => sold);
  const stock = event.extras.map(({ stock }) => stock ?? Number.POSITIVE_INFINITY);
  const parties: Omit<DemoSale, "boughtAt">[] = [];
  while (remaining.some((count) => count > 0)) {
    const ticket = chance.weighted(remaining);
    const size = Math.min(chance.weighted(partySizeWeights), remaining[ticket]!);
    remaining[ticket]! -= size;
    const extras = event.extras.flatMap(({ takenShare }, extra) => {
      const quantity = Math.min(size, stock[extra]!);
      if (quantity === 0 || !chance.happens(takenShare)) return [];
      stock[extra]! -= quantity;
      return [{ extra, quantity }];
    });
    const lines = [
      { unitPrice: event.tickets[ticket]!.price, quantity: size },
      ...extras.map(({ extra, quantity }) => {
        const { price: unitPrice, taxRate } = event.extras[extra]!;
        return { unitPrice, quantity, taxRate };
      }),
    ];
    parties.push({
      ticket,
      people: Array.from({ length: size }, next),
      extras,
      answers: event.questions.flatMap((question, index) =>
        isAsked(question, event.tickets[ticket]!.title) ? drawAnswer(question, index, chance) : [],
      ),
      ...totalsOf(lines, event),
      userTimezone: chance.happens(0.85) ? event.timeZone : chance.pick(awayZones),
    });
  }
  const moments = parties.map(() => drawMoment(times, chance)).sort((a, b) => a.getTime() - b.getTime());
  return parties.map((party, index) => ({ ...party, boughtAt: moments[index]! }));
}

function isAsked({ tickets }: DemoQuestion, title: string): boolean {
  return tickets === undefined || tickets.includes(title);
}

function drawAnswer(
  { answers, answeredShare }: DemoQuestion,
  question: number,
  chance: Chance,
): DemoSale["answers"] {
  return chance.happens(answeredShare) ? [{ question, answer: chance.pick(answers) }] : [];
}

/** Sales are fast when they open, and slow down. */
function drawMoment({ from, until }: { from: Date; until: Date }, chance: Chance): Date {
  const share = chance.next() ** 1.6;
  return new Date(Math.floor(from.getTime() + share * (until.getTime() - from.getTime())));
}

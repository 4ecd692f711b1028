import type { Dice } from "./dice.ts";
import type { Moment } from "./turns.ts";

interface Point {
  name: string;
  matches: (moment: Moment) => boolean;
  /** One of the first `among` matching moments is chosen by chance. A history may have fewer. */
  among: number;
}

const isCall = (call: string) => (moment: Moment) => moment.label.startsWith(`provider ${call}`);
const before = (matches: (moment: Moment) => boolean) => (moment: Moment) =>
  moment.when === "before" && matches(moment);
const after = (matches: (moment: Moment) => boolean) => (moment: Moment) =>
  moment.when === "after" && matches(moment);
const isLabel = (text: string) => (moment: Moment) => moment.label.startsWith(text);
const isActor = (who: string) => (moment: Moment) => moment.who.startsWith(who);

const points: readonly Point[] = [
  {
    name: "after the order is written, before the intent is requested",
    matches: before(isCall("createIntent")),
    among: 8,
  },
  {
    name: "after the intent is created, before it is written",
    matches: after(isCall("createIntent")),
    among: 8,
  },
  { name: "after the intent is cancelled, before its hold ends", matches: after(isCall("cancel")), among: 4 },
  {
    name: "after the provider's reply, before anything is written",
    matches: after(isCall("retrieve")),
    among: 30,
  },
  { name: "after the refund is booked, before it is requested", matches: before(isCall("refund")), among: 3 },
  { name: "after the refund is made, before it is written", matches: after(isCall("refund")), among: 3 },
  { name: "before a commit", matches: before(isLabel("commit")), among: 150 },
  { name: "after a commit, before its reply", matches: after(isLabel("commit")), among: 150 },
  { name: "in a sweep or a catch-up", matches: before(isActor("sweep")), among: 200 },
  { name: "in the middle of a job", matches: before(isActor("job")), among: 150 },
  {
    name: "after the mail is accepted, before it is marked as sent",
    matches: after(isLabel("mail")),
    among: 10,
  },
];

/** Plans the deaths of a history, and gives a function that says whether a node is killed at a moment. */
export function deathsOf(dice: Dice): (moment: Moment) => boolean {
  const count = dice.weighted([
    [2, 0],
    [3, 1],
    [2, 2],
    [1, 4],
  ]);
  const planned = Array.from({ length: count }, () => {
    const point = dice.pick(points);
    return { point, remaining: 1 + dice.below(point.among) };
  });
  return (moment) => {
    for (const plan of planned) if (plan.point.matches(moment) && --plan.remaining === 0) return true;
    return false;
  };
}

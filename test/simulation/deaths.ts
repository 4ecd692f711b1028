/** Chooses the moments at which nodes are killed: named points, each between two steps that belong together. */
import type { Dice } from "./dice.ts";
import type { Moment } from "./turns.ts";

interface Point {
  name: string;
  is: (moment: Moment) => boolean;
  /** Roughly how many such moments a history has; the chosen one is among them. */
  among: number;
}

const asked = (call: string) => (moment: Moment) => moment.label.startsWith(`provider ${call}`);
const before = (is: (moment: Moment) => boolean) => (moment: Moment) =>
  moment.when === "before" && is(moment);
const after = (is: (moment: Moment) => boolean) => (moment: Moment) => moment.when === "after" && is(moment);
const says = (text: string) => (moment: Moment) => moment.label.startsWith(text);
const acts = (who: string) => (moment: Moment) => moment.who.startsWith(who);

/** The points. */
const points: readonly Point[] = [
  { name: "the order is written, the intent not asked for", is: before(asked("createIntent")), among: 8 },
  { name: "the intent is made, and not written", is: after(asked("createIntent")), among: 8 },
  { name: "the intent is cancelled, its hold not ended", is: after(asked("cancel")), among: 4 },
  { name: "the provider has told, and nothing is written", is: after(asked("retrieve")), among: 30 },
  { name: "the refund is promised, and not asked for", is: before(asked("refund")), among: 3 },
  { name: "the refund is made, and not written", is: after(asked("refund")), among: 3 },
  { name: "before a commit", is: before(says("commit")), among: 150 },
  { name: "after a commit, before its reply", is: after(says("commit")), among: 150 },
  { name: "in the middle of a sweep", is: before(acts("sweep")), among: 200 },
  { name: "in the middle of a job", is: before(acts("job")), among: 150 },
  { name: "the mail is taken, and not marked", is: after(says("mail")), among: 10 },
];

/** Chooses who is killed when. Returns a function that says whether a moment is one of those. */
export function deathsOf(dice: Dice): (moment: Moment) => boolean {
  const count = dice.weighted([
    [2, 0],
    [3, 1],
    [2, 2],
    [1, 4],
  ]);
  const planned = Array.from({ length: count }, () => {
    const point = dice.pick(points);
    return { point, left: 1 + dice.below(point.among) };
  });
  return (moment) => {
    for (const plan of planned) if (plan.point.is(moment) && --plan.left === 0) return true;
    return false;
  };
}

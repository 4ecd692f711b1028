/** Fifty seeds; a thousand by `npm run simulate -- --seeds 1000`. A failed one can be replayed by its number. */
import { expect, inject, test } from "vitest";
import { openStage, type Played } from "./play.ts";
import { ends } from "./seen.ts";

const seeds = 50;
const workers = 3;
const cluster = { url: inject("clusterUrl"), template: inject("template") };

test(`in ${seeds} histories every payment is a purchase, a refund or a case for staff, and the books agree`, async () => {
  const waiting = Array.from({ length: seeds }, (_, index) => index + 1);
  const played: Played[] = [];
  const worker = async () => {
    const stage = await openStage(cluster);
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
      played.push(await stage.play(seed));
    await stage.close();
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const wrong = played.filter((one) => one.wrong.length > 0);
  expect(
    wrong.map(({ seed, wrong: what }) => `npm run simulate -- --seed ${seed}: ${what.join("; ")}`),
  ).toEqual([]);
  expect(played.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(20);
  const unseen = ends.filter((end) => played.every(({ seen }) => !seen[end]));
  expect(unseen).toEqual([]);
}, 1_800_000);

test("one seed always gives the same history, turn by turn", async () => {
  const stage = await openStage(cluster);
  const [first, again] = [await stage.play(4), await stage.play(4)];
  await stage.close();
  expect(first.deaths).toBeGreaterThan(0);
  expect(again).toEqual(first);
});

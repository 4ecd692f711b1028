import { expect, inject, test } from "vitest";
import { playsAll } from "../../server/testing/histories.ts";
import { openStage, type SeedResult } from "./play.ts";
import { outcomes } from "./seen.ts";

const first = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Seed 45 has the rare outcomes, so the quick run plays it too. */
const seeds = playsAll() ? first(50) : [...first(11), 45];
const minDeaths = playsAll() ? 21 : 5;
const workers = 3;
const cluster = { url: inject("clusterUrl"), template: inject("template") };

test(`in ${seeds.length} histories every payment is a purchase, a refund or a case for staff, and the books agree`, async () => {
  const waiting = [...seeds];
  const played: SeedResult[] = [];
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
  expect(played.reduce((sum, one) => sum + one.deaths, 0)).toBeGreaterThanOrEqual(minDeaths);
  const unreached = outcomes.filter((name) => played.every((one) => !one.outcomes[name]));
  expect(unreached).toEqual([]);
}, 1_800_000);

test("one seed always gives the same history, turn by turn", async () => {
  const stage = await openStage(cluster);
  const [once, again] = [await stage.play(4), await stage.play(4)];
  await stage.close();
  expect(once.deaths).toBeGreaterThan(0);
  expect(again).toEqual(once);
});

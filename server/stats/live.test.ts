import { expect, test } from "vitest";
import { openLiveFigures } from "./live.ts";

/** Live figures whose notifications and timers the test controls. */
async function live() {
  let notify: (payload: string | null) => void = () => {};
  const due: (() => void)[] = [];
  const figures = await openLiveFigures(
    {
      on: async (_channel, subscriber) => {
        notify = subscriber;
      },
    },
    { later: (run) => void due.push(run) },
  );
  return {
    figures,
    notify: (payload: string | null) => notify(payload),
    secondPasses: () => {
      for (const run of due.splice(0)) run();
    },
  };
}

test("a hundred moves within a second are told twice: at once, and at the second's end", async () => {
  const { figures, notify, secondPasses } = await live();
  let reply = 0;
  figures.watch(7, () => reply++);
  for (let n = 0; n < 100; n++) notify("7");
  expect(reply).toBe(1);
  secondPasses();
  expect(reply).toBe(2);
  secondPasses();
  secondPasses();
  expect(reply).toBe(2);
  notify("7");
  expect(reply).toBe(3);
});

test("another event's moves are not told, and nobody is told after leaving", async () => {
  const { figures, notify, secondPasses } = await live();
  const reply: string[] = [];
  const leave = figures.watch(7, () => reply.push("first"));
  figures.watch(7, () => reply.push("second"));
  notify("8");
  expect(reply).toEqual([]);
  notify("7");
  leave();
  notify("7");
  secondPasses();
  expect(reply).toEqual(["first", "second", "second"]);
});

test("everybody is told when notifications may have been missed", async () => {
  const { figures, notify } = await live();
  const reply: number[] = [];
  for (const eventId of [7, 8]) figures.watch(eventId, () => reply.push(eventId));
  notify(null);
  expect(reply).toEqual([7, 8]);
});

import { expect, test } from "vitest";
import { openLiveFigures } from "./live.ts";

/** Live figures whose notifications and timers the test controls. */
async function openTestFigures() {
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
    endSecond: () => {
      for (const run of due.splice(0)) run();
    },
  };
}

test("100 changes within a second notify a watcher twice: at once and at the end of the second", async () => {
  const { figures, notify, endSecond } = await openTestFigures();
  let reply = 0;
  figures.watch(7, () => reply++);
  for (let n = 0; n < 100; n++) notify("7");
  expect(reply).toBe(1);
  endSecond();
  expect(reply).toBe(2);
  endSecond();
  endSecond();
  expect(reply).toBe(2);
  notify("7");
  expect(reply).toBe(3);
});

test("a watcher is not notified of another event's changes, or after it stopped watching", async () => {
  const { figures, notify, endSecond } = await openTestFigures();
  const reply: string[] = [];
  const leave = figures.watch(7, () => reply.push("first"));
  figures.watch(7, () => reply.push("second"));
  notify("8");
  expect(reply).toEqual([]);
  notify("7");
  leave();
  notify("7");
  endSecond();
  expect(reply).toEqual(["first", "second", "second"]);
});

test("every watcher is notified when notifications may have been missed", async () => {
  const { figures, notify } = await openTestFigures();
  const reply: number[] = [];
  for (const eventId of [7, 8]) figures.watch(eventId, () => reply.push(eventId));
  notify(null);
  expect(reply).toEqual([7, 8]);
});

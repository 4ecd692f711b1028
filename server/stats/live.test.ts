import { expect, test } from "vitest";
import { openLiveFigures } from "./live.ts";

async function openTestFigures() {
  let notify: (payload: string | null) => void = () => {};
  const due: (() => void)[] = [];
  const figures = await openLiveFigures(
    {
      on: async (_channel, subscriber) => {
        notify = subscriber;
      },
    },
    {
      later: (run, delayMs) => {
        expect(delayMs).toBe(1_000);
        due.push(run);
      },
    },
  );
  return {
    figures,
    notify: (payload: string | null) => notify(payload),
    endSecond: () => {
      for (const run of due.splice(0)) run();
    },
  };
}

test("100 changes within a second notify a watcher twice: immediately, and at the end of the second", async () => {
  const { figures, notify, endSecond } = await openTestFigures();
  let count = 0;
  figures.watch(7, () => count++);
  for (let n = 0; n < 100; n++) notify("7");
  expect(count).toBe(1);
  endSecond();
  expect(count).toBe(2);
  endSecond();
  endSecond();
  expect(count).toBe(2);
  notify("7");
  expect(count).toBe(3);
});

test("a watcher is not notified of another event's changes, or after it stopped watching", async () => {
  const { figures, notify, endSecond } = await openTestFigures();
  const notified: string[] = [];
  const leave = figures.watch(7, () => notified.push("first"));
  figures.watch(7, () => notified.push("second"));
  notify("8");
  expect(notified).toEqual([]);
  notify("7");
  leave();
  notify("7");
  endSecond();
  expect(notified).toEqual(["first", "second", "second"]);
});

test("every watcher is notified when notifications may have been missed", async () => {
  const { figures, notify } = await openTestFigures();
  const notified: number[] = [];
  for (const eventId of [7, 8]) figures.watch(eventId, () => notified.push(eventId));
  notify(null);
  expect(notified).toEqual([7, 8]);
});

import { beforeEach, describe, expect, test } from "vitest";
import { type Clock, createSnackbarQueue, type SnackbarQueue } from "./snackbars.ts";

function fakeClock() {
  let nowMs = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    after: (ms, callback) => {
      const timer = { at: nowMs + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const pass = (ms: number) => {
    const until = nowMs + ms;
    for (;;) {
      const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((other) => other !== due);
      nowMs = due.at;
      due.callback();
    }
    nowMs = until;
  };
  return { clock, pass };
}

let queue: SnackbarQueue;
let pass: (ms: number) => void;
const shown = () => queue.current.get()?.text ?? null;

beforeEach(() => {
  const time = fakeClock();
  queue = createSnackbarQueue(time.clock);
  pass = time.pass;
});

describe("docs/product.md §4: snackbars are shown one at a time from a queue", () => {
  test("the second message waits until the first has had its 4000 ms", () => {
    queue.notify({ text: "first" });
    queue.notify({ text: "second" });
    expect(shown()).toBe("first");
    pass(3999);
    expect(shown()).toBe("first");
    pass(1);
    expect(shown()).toBe("second");
    pass(4000);
    expect(shown()).toBeNull();
  });

  test("the next message is shown as soon as the shown one is dismissed, with its full time", () => {
    const first = queue.notify({ text: "first" });
    queue.notify({ text: "second" });
    pass(3000);
    queue.dismiss(first);
    expect(shown()).toBe("second");
    pass(3999);
    expect(shown()).toBe("second");
    pass(1);
    expect(shown()).toBeNull();
  });

  test("a waiting message can be removed", () => {
    queue.notify({ text: "first" });
    const second = queue.notify({ text: "second" });
    queue.dismiss(second);
    pass(4000);
    expect(shown()).toBeNull();
  });

  test("dismissing an old message does not affect the shown one", () => {
    const first = queue.notify({ text: "first" });
    pass(4000);
    queue.notify({ text: "second" });
    queue.dismiss(first);
    expect(shown()).toBe("second");
  });
});

test("docs/product.md §3: the default colour is info", () => {
  queue.notify({ text: "plain" });
  expect(queue.current.get()?.color).toBe("info");
  queue.notify({ text: "bad", color: "error", timeoutMs: 50 });
  pass(4000);
  expect(queue.current.get()).toMatchObject({ color: "error", timeoutMs: 50 });
});

describe("while the user points at it", () => {
  test("the time of a message stops while the user points at it, and then continues", () => {
    queue.notify({ text: "first" });
    pass(1000);
    queue.pause();
    pass(60_000);
    expect(shown()).toBe("first");
    queue.resume();
    pass(2999);
    expect(shown()).toBe("first");
    pass(1);
    expect(shown()).toBeNull();
  });

  test("after a stopped message is dismissed, the time of the next message runs", () => {
    const first = queue.notify({ text: "first" });
    queue.notify({ text: "second" });
    queue.pause();
    queue.dismiss(first);
    expect(queue.paused.get()).toBe(false);
    pass(4000);
    expect(shown()).toBeNull();
  });
});

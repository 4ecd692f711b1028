import { expect, test } from "vitest";
import { anySignal } from "../anySignal.ts";

test("a combined signal is aborted by the first of its signals, with that signal's reason", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const signal = anySignal(first.signal, second.signal);
  expect(signal.aborted).toBe(false);
  second.abort("second");
  first.abort("first");
  expect([signal.aborted, signal.reason]).toEqual([true, "second"]);
});

test("a combined signal is aborted from the beginning if one of its signals is aborted already", () => {
  const lasting = new AbortController();
  const signal = anySignal(lasting.signal, AbortSignal.abort("before"));
  expect([signal.aborted, signal.reason]).toEqual([true, "before"]);
});

test("the listener on a lasting signal is removed when another signal is aborted", () => {
  const lasting = new AbortController();
  const listening = new Set<unknown>();
  const { signal } = lasting;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: never, options: { signal: AbortSignal }) => {
    listening.add(listener);
    options.signal.addEventListener("abort", () => listening.delete(listener));
    add(type, listener, options);
  };
  const ending = new AbortController();
  anySignal(signal, ending.signal);
  expect(listening.size).toBe(1);
  ending.abort();
  expect(listening.size).toBe(0);
});

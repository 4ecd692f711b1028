import { describe, expect, test } from "vitest";
import { keyWedge, type WedgeWord } from "./keyWedge.ts";

const keysOf = (text: string) => Array.from(text);

/** Types keys at a pace, and returns the result of the last one. */
function typed(keys: readonly string[], paceMs: number, read = keyWedge(), from = 0): WedgeWord {
  let word: WedgeWord = { kind: "typing" };
  for (const [place, key] of keys.entries()) word = read({ key, atMs: from + place * paceMs });
  return word;
}

describe("a hand scanner", () => {
  test.each([1, 12, 30, 50])("that sends a key every %d ms is read as one scan", (paceMs) => {
    expect(typed([...keysOf('{"r":7,"a":9}'), "Enter"], paceMs)).toEqual({
      kind: "scan",
      text: '{"r":7,"a":9}',
    });
  });

  test("may hold the shift key for each of its capitals, and may end with Tab", () => {
    expect(typed(["Shift", "F", "Shift", "O", ...keysOf("yer-1"), "Tab"], 5)).toEqual({
      kind: "scan",
      text: "FOyer-1",
    });
  });

  test("is read again right after a scan, without what came before", () => {
    const read = keyWedge();
    typed([...keysOf("first-code"), "Enter"], 5, read);
    expect(typed([...keysOf("second-code"), "Enter"], 5, read, 100)).toEqual({
      kind: "scan",
      text: "second-code",
    });
  });

  test("is not mixed with what a hand had typed before it", () => {
    const read = keyWedge();
    typed(keysOf("ada"), 150, read);
    expect(typed([...keysOf("ticket-77"), "Enter"], 5, read, 2_000)).toEqual({
      kind: "scan",
      text: "ticket-77",
    });
  });

  test("letters outside the first plane are one key each", () => {
    expect(typed(["𝒜", ...keysOf("bcdef"), "Enter"], 5)).toEqual({ kind: "scan", text: "𝒜bcdef" });
  });
});

describe("a hand", () => {
  test.each([60, 120, 400])("that types a key every %d ms is left alone", (paceMs) => {
    expect(typed([...keysOf("ada lovelace"), "Enter"], paceMs)).toEqual({ kind: "typing" });
  });

  test("that presses Enter twice, or rolls over two keys, has scanned nothing", () => {
    expect(typed(["Enter", "Enter"], 5)).toEqual({ kind: "typing" });
    expect(typed(["o", "k", "Enter"], 5)).toEqual({ kind: "typing" });
  });

  test("that pauses before Enter has scanned nothing", () => {
    const read = keyWedge();
    typed(keysOf("ticket-77"), 5, read);
    expect(read({ key: "Enter", atMs: 1_000 })).toEqual({ kind: "typing" });
  });

  test("that moves about in between begins anew", () => {
    expect(typed([...keysOf("abcdef"), "ArrowLeft", "Enter"], 5)).toEqual({ kind: "typing" });
  });
});

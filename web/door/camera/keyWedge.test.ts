import { describe, expect, test } from "vitest";
import { type KeyResult, keyWedge } from "./keyWedge.ts";

const keysOf = (text: string) => Array.from(text);

const ourCodes = () => keyWedge(() => false);
const oldCodes = () => keyWedge(() => true);

function typeKeys(keys: readonly string[], paceMs: number, read = ourCodes(), from = 0): KeyResult {
  let result: KeyResult = { kind: "typing" };
  for (const [index, key] of keys.entries()) result = read({ key, atMs: from + index * paceMs });
  return result;
}

describe("a hand scanner", () => {
  test.each([1, 12, 30, 50])("a scanner that sends a key every %d ms is read as one scan", (paceMs) => {
    expect(typeKeys([...keysOf('{"r":7,"a":9}'), "Enter"], paceMs)).toEqual({
      kind: "scan",
      text: '{"r":7,"a":9}',
    });
  });

  test("a scan is read also if the scanner sends Shift for each capital, and ends with Tab", () => {
    expect(typeKeys(["Shift", "F", "Shift", "O", ...keysOf("yer-1"), "Tab"], 5)).toEqual({
      kind: "scan",
      text: "FOyer-1",
    });
  });

  test("a second scan right after the first does not contain the keys of the first", () => {
    const read = ourCodes();
    typeKeys([...keysOf("first-code"), "Enter"], 5, read);
    expect(typeKeys([...keysOf("second-code"), "Enter"], 5, read, 100)).toEqual({
      kind: "scan",
      text: "second-code",
    });
  });

  test("a scan does not include what a person typed before it", () => {
    const read = ourCodes();
    typeKeys(keysOf("ada"), 150, read);
    expect(typeKeys([...keysOf("ticket-77"), "Enter"], 5, read, 2_000)).toEqual({
      kind: "scan",
      text: "ticket-77",
    });
  });

  test("a short scan is read only where codes of a previous system are valid", () => {
    expect(typeKeys([...keysOf("107"), "Enter"], 30, oldCodes())).toEqual({ kind: "scan", text: "107" });
    expect(typeKeys([...keysOf("107"), "Enter"], 30)).toEqual({ kind: "typing" });
  });

  test("a letter outside Unicode's first plane counts as one key", () => {
    expect(typeKeys(["𝒜", ...keysOf("bcdef"), "Enter"], 5)).toEqual({ kind: "scan", text: "𝒜bcdef" });
  });
});

describe("a person", () => {
  test.each([60, 120, 400])("a person who types a key every %d ms has not scanned anything", (paceMs) => {
    for (const read of [ourCodes(), oldCodes()])
      expect(typeKeys([...keysOf("ada lovelace"), "Enter"], paceMs, read)).toEqual({ kind: "typing" });
  });

  test("a person who presses Enter twice, or two keys quickly, has not scanned anything", () => {
    for (const read of [ourCodes(), oldCodes()]) {
      expect(typeKeys(["Enter", "Enter"], 5, read)).toEqual({ kind: "typing" });
      expect(typeKeys(["o", "k", "Enter"], 5, read, 1_000)).toEqual({ kind: "typing" });
    }
  });

  test("keys with a pause before Enter are not a scan", () => {
    const read = ourCodes();
    typeKeys(keysOf("ticket-77"), 5, read);
    expect(read({ key: "Enter", atMs: 1_000 })).toEqual({ kind: "typing" });
  });

  test("a cursor key discards the keys before it", () => {
    expect(typeKeys([...keysOf("abcdef"), "ArrowLeft", "Enter"], 5)).toEqual({ kind: "typing" });
  });
});

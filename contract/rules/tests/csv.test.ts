import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvText, withoutGuard } from "../csv.ts";

/** The cells as a program reads them that splits lines at `separator`. */
function cellsOf(csv: string, separator: string, knowsQuotes: boolean): string[] {
  const cells = [""];
  let isQuoted = false;
  for (let index = 0; index < csv.length; index++) {
    const character = csv[index]!;
    const cell = cells.length - 1;
    if (knowsQuotes && character === '"' && (isQuoted || cells[cell] === "")) {
      if (isQuoted && csv[index + 1] === '"') cells[cell] += csv[++index]!;
      else isQuoted = !isQuoted;
    } else if (!isQuoted && (character === separator || /[\n\r\u2028]/.test(character))) cells.push("");
    else cells[cell] += character;
  }
  return cells;
}

const separators = [",", ";", "\t", "|"];
const isFormula = (cell: string) => /^["\s]*[=+\-@＝＋－＠]/.test(cell);
const formulasIn = (csv: string) =>
  separators.flatMap((separator) =>
    [true, false].flatMap((knowsQuotes) => cellsOf(csv, separator, knowsQuotes).filter(isFormula)),
  );

const pieces = [
  "=1+1",
  "=",
  "+49 40",
  "-2",
  "@SUM(A1)",
  "＝1",
  "'",
  '"',
  ",",
  ";",
  "\t",
  "|",
  "\r",
  "\n",
  " ",
];
const trickyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("a table as .csv", () => {
  test.each([
    "=1+1",
    "x;=1+1",
    "x\t=1+1",
    "x,=1+1",
    "Fish; hot\n=Cake",
    "Fish\r\n@SUM(A1)",
    'x";=1+1',
    "x; =1+1",
    "\t=1+1",
    "x\u2028=1+1",
    "＝1+1",
  ])("a .csv file has no formula in the cell %j, whichever separator the reader uses", (text) => {
    expect(formulasIn(csvText([["a", text, "b"]]))).toEqual([]);
  });

  test("a .csv file has no formula in any cell, whatever the texts are", () => {
    fc.assert(
      fc.property(fc.array(trickyText, { minLength: 1, maxLength: 4 }), (cells) => {
        expect(formulasIn(csvText([cells, cells]))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("control: without the guard, the same check finds formulas", () => {
    for (const text of ["=1+1", "x;=1+1", "Fish; hot\n=Cake"])
      expect(formulasIn(csvText([["a", text]]).replaceAll("'", ""))).not.toEqual([]);
  });

  test("every text of a .csv file is restored when its guard is removed", () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const [cell] = cellsOf(csvText([[text]]), ",", true);
        expect(withoutGuard(cell!)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("a .csv file quotes every cell and writes numbers unchanged", () => {
    expect(csvText([["a", 'say "yes"', -2.5]])).toBe('"a","say ""yes""","-2.5"\r\n');
  });
});

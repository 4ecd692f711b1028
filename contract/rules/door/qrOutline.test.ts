import fc from "fast-check";
import { expect, test } from "vitest";
import { qrOutline } from "./qrOutline.ts";

/** A module is covered if an odd number of vertical edges precede it in its row. */
function coveredModules(path: string, side: number): boolean[][] {
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const drawVertical = (to: number) => {
    for (let row = Math.min(y, to); row < Math.max(y, to); row++)
      for (let column = x; column < side; column++) rows[row]![column] = !rows[row]![column];
    y = to;
  };
  for (const [, command, first, second] of path.matchAll(/([Mhvz])(-?\d+)?(?: (\d+))?/g)) {
    if (command === "M")
      [x, y, startX, startY] = [Number(first), Number(second), Number(first), Number(second)];
    else if (command === "h") x += Number(first);
    else if (command === "v") drawVertical(y + Number(first));
    else {
      // `z` closes the path with a horizontal or vertical side.
      expect(x === startX || y === startY).toBe(true);
      drawVertical(startY);
      x = startX;
    }
  }
  return rows;
}

test("an outline covers all dark modules and no light ones, in any pattern", () => {
  const codes = fc.integer({ min: 1, max: 12 }).chain((side) =>
    fc.array(fc.array(fc.boolean(), { minLength: side, maxLength: side }), {
      minLength: side,
      maxLength: side,
    }),
  );
  fc.assert(
    fc.property(codes, (rows) => {
      expect(coveredModules(qrOutline(rows), rows.length)).toEqual(rows);
    }),
  );
});

test("a dark square with a light one inside has two outlines", () => {
  const finder = ["111", "101", "111"].map((row) => Array.from(row, (module) => module === "1"));
  expect(qrOutline(finder)).toBe("M0 0h3v3h-3zM1 2h1v-1h-1z");
});

import type { z } from "zod";
import { DomainError } from "../domainError.ts";

export type ArchivedRow<Heading extends string> = Readonly<Record<Heading, string>>;

/**
 * The rows that are not empty, with their numbers in the file: row 1 has the headings. Older archives may lack
 * `headingAddedLater`: its cells are then empty.
 * @throws invalidFile if another heading is missing.
 */
export function archivedRows<Heading extends string>(
  name: string,
  [headings = [], ...rows]: readonly string[][],
  { wanted, headingAddedLater }: { wanted: readonly Heading[]; headingAddedLater: Heading },
): { row: number; cells: ArchivedRow<Heading> }[] {
  const missing = wanted.find((heading) => heading !== headingAddedLater && !headings.includes(heading));
  if (missing !== undefined)
    throw new DomainError(
      "invalidFile",
      `The columns of ${name} are not those that Foyer wrote: “${missing}” is missing.`,
    );
  const places = wanted.map((heading) => [heading, headings.indexOf(heading)] as const);
  return rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell === "")) return [];
    const byHeading = Object.fromEntries(places.map(([heading, place]) => [heading, cells[place] ?? ""]));
    return [{ row: index + 2, cells: byHeading as ArchivedRow<Heading> }];
  });
}

/** The checked values of a row. @throws invalidFile with the row and its first problem. */
export function judgedRow<Shape extends z.ZodType>(
  name: string,
  row: number,
  { shape, values }: { shape: Shape; values: unknown },
): z.output<Shape> {
  const judged = shape.safeParse(values);
  if (judged.success) return judged.data;
  const { path, message } = judged.error.issues[0]!;
  throw wrongRow(name, row, `${path.join(".")} ${message}`);
}

/** The refusal of a row. */
export function wrongRow(name: string, row: number, problem: string): DomainError {
  return new DomainError("invalidFile", `The file ${name} of this archive is wrong, row ${row}: ${problem}.`);
}

/** The number in a cell of up to 15 digits, else the text as it is, for a shape to refuse. */
export function numberIn(cell: string): number | string {
  return /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
}

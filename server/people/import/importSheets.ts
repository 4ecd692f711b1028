import type { ColumnMeaning } from "../../../contract/shapes/people.ts";
import { invalidInput } from "../../domainError.ts";
import type { SheetHead } from "../../spreadsheets/readXlsx.ts";
import { columnsOf } from "./importColumns.ts";
import { presetOf } from "./importPresets.ts";

/** Empty and null for a file without sheets. */
export interface ImportSheets {
  names: string[];
  chosen: string | null;
}

/**
 * `choose` returns the index of the wanted sheet, or throws if there is none. If no sheet is wanted, it returns that of
 * the sheet most like a list of people. Call it before reading `sheets`.
 */
export function sheetChooser(wanted: string | null): {
  sheets: ImportSheets;
  choose: (heads: readonly SheetHead[]) => number;
} {
  const sheets: ImportSheets = { names: [], chosen: null };
  return {
    sheets,
    choose(heads) {
      const index = wanted === null ? bestSheet(heads) : heads.findIndex(({ name }) => name === wanted);
      if (index === -1) throw invalidInput({ path: "sheet", message: "is not a sheet of this file" });
      sheets.names = heads.map(({ name }) => name);
      sheets.chosen = heads[index]?.name ?? null;
      return index;
    },
  };
}

function bestSheet(heads: readonly SheetHead[]): number {
  const likenesses = heads.map(likeness);
  return heads.length === 0 ? 0 : likenesses.indexOf(Math.max(...likenesses));
}

/**
 * 3: a preset without advice. 2: no preset, but addresses and names. 1: a preset with advice, which is a list without
 * people. 0: the rest.
 */
function likeness({ headings }: SheetHead): number {
  const preset = presetOf(headings);
  if (preset !== null && preset.advice === undefined) return 3;
  const columns = columnsOf(headings, { questions: [], choices: [] });
  const has = (meaning: ColumnMeaning) => columns.some((column) => column.meaning === meaning);
  if (preset === null && has("email") && (has("name") || has("firstName"))) return 2;
  return preset === null ? 0 : 1;
}

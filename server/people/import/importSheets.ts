/** Which sheet of a workbook an import reads: the chosen one, else the one that looks most like a list of people. Pure. */
import type { ColumnMeaning } from "../../../contract/shapes/people.ts";
import { invalidInput } from "../../domainError.ts";
import type { SheetHead } from "../../spreadsheets/readXlsx.ts";
import { columnsOf } from "./importColumns.ts";
import { presetOf } from "./importPresets.ts";

/** The names of a workbook's sheets, and the one that is read. Empty and null for a file without sheets. */
export interface ImportSheets {
  names: string[];
  chosen: string | null;
}

/** Chooses a sheet. `sheets` is complete when `choose` has returned. */
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

/** The first of the sheets that look most like a list of people. */
function bestSheet(heads: readonly SheetHead[]): number {
  const likenesses = heads.map(likeness);
  return heads.length === 0 ? 0 : likenesses.indexOf(Math.max(...likenesses));
}

/** 3: a known list of people. 2: another with addresses and names. 1: a known list without people. 0: the rest. */
function likeness({ headings }: SheetHead): number {
  const preset = presetOf(headings);
  if (preset !== null && preset.advice === undefined) return 3;
  const columns = columnsOf(headings, { questions: [], choices: [] });
  const has = (meaning: ColumnMeaning) => columns.some((column) => column.meaning === meaning);
  if (preset === null && has("email") && (has("name") || has("firstName"))) return 2;
  return preset === null ? 0 : 1;
}

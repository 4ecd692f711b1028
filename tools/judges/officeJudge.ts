// The tables for staff must contain no formula when LibreOffice opens them.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type CheckOutcome, inTemporaryFolder, runTool } from "../checks/check.ts";
import { installDebian } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { collectMailsAndFiles } from "./siteFiles.ts";

/** The character codes of comma, semicolon and tab, and all three together. */
const separators = ["44", "59", "9", "44/59/9"];

export const officeJudge: Judge = {
  name: "office",
  nightly: true,
  install: () => installDebian(["libreoffice-calc-nogui"], ["soffice"]),
  run: () =>
    inTemporaryFolder(async (folder) => {
      await collectMailsAndFiles(folder);
      return judge(folder);
    }),
  control: () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "unguarded.csv"), "Name\r\nx;=1+1\r\n=2+2\r\n");
      return judge(folder);
    }),
};

async function judge(folder: string): Promise<CheckOutcome> {
  const outcome: CheckOutcome = { passed: 0, failures: [] };
  const tables = (await readdir(folder)).filter((name) => /\.(csv|xlsx)$/.test(name)).sort();
  for (const name of tables)
    for (const separator of name.endsWith(".csv") ? separators : [null]) {
      const formulas = await formulasIn(folder, name, separator);
      const label = separator === null ? name : `${name} split at ${separator}`;
      if (formulas === null) outcome.failures.push(`${label}: LibreOffice could not open it`);
      else if (formulas.length > 0) outcome.failures.push(`${label}: ${formulas.join(", ")}`);
      else outcome.passed += 1;
    }
  return outcome;
}

/** Lists the formulas of a table. Resolves to null if LibreOffice cannot open it. */
async function formulasIn(folder: string, name: string, separator: string | null): Promise<string[] | null> {
  const outFolder = join(folder, `saved-${separator?.replaceAll("/", "-") ?? "xlsx"}`);
  await mkdir(outFolder, { recursive: true });
  // The filter options of text: separators, quote, UTF-8, from line 1, and "detect special numbers".
  const input = separator === null ? [] : [`--infilter=CSV:${separator},34,76,1,,0,false,true`];
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const output = ["--convert-to", "fods", "--outdir", outFolder];
  const args = [profile, "--headless", ...input, ...output, join(folder, name)];
  await runTool("soffice", args);
  const savedFile = join(outFolder, `${basename(name).replace(/\.\w+$/, "")}.fods`);
  const text = await readFile(savedFile, "utf8").catch(() => null);
  return text === null ? null : [...text.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula!);
}

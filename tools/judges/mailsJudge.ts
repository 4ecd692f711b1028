// Reads mails, calendar files and workbooks of a running site with Python's libraries.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeXlsx } from "hucre/xlsx";
import { type CheckOutcome, inTemporaryFolder, runTool } from "../checks/check.ts";
import { pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { collectMailsAndFiles } from "./siteFiles.ts";

const environment = "mails";
const packages = ["icalendar==6.3.1", "ics==0.7.2", "openpyxl==3.1.5"];
const script = fileURLToPath(new URL("mails.py", import.meta.url));

export const mailsJudge: Judge = {
  name: "mails",
  install: () => pythonPackages(environment, packages),
  run: () =>
    inTemporaryFolder(async (folder) => {
      await collectMailsAndFiles(folder);
      return judge(folder);
    }),
  control: () =>
    inTemporaryFolder(async (folder) => {
      await writeBroken(folder);
      const { failures } = await judge(folder);
      const isComplete = ["broken.eml", "broken.ics", "broken.xlsx"].every((name) =>
        failures.some((failure) => failure.startsWith(name)),
      );
      return { passed: 0, failures: isComplete ? failures : [] };
    }),
};

async function judge(folder: string): Promise<CheckOutcome> {
  const { code, stdout, stderr } = await runTool(pythonProgram(environment, "python"), [script, folder]);
  if (code !== 0) return { passed: 0, failures: [`mails.py ended with code ${code}: ${stderr.trim()}`] };
  return JSON.parse(stdout) as CheckOutcome;
}

async function writeBroken(folder: string): Promise<void> {
  const mail = [
    "From: tickets@foyer.test",
    "To: ada@example.org",
    "Subject: A boundary that never comes",
    'Content-Type: multipart/mixed; boundary="gone"',
    "",
    "no part begins here",
  ];
  await writeFile(join(folder, "broken.eml"), mail.join("\r\n"));
  const entry = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "DTSTART:soon",
    "END:VEVENT",
  ];
  await writeFile(join(folder, "broken.ics"), [...entry, "END:VCALENDAR", ""].join("\r\n"));
  const rows = [
    ["Id", "Total (EUR)"],
    ["seven", { formula: "1+1" } as never],
  ];
  await writeFile(join(folder, "broken.xlsx"), await writeXlsx({ sheets: [{ name: "Orders", rows }] }));
}

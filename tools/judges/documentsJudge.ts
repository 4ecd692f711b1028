// Are the PDFs that Foyer makes what they say? veraPDF, qpdf, poppler and zbar look at tickets in several scripts and a closing.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { closingPdf } from "../../server/documents/closingPdf.ts";
import { newEventKey, signAttendeeQr } from "../../server/documents/qrSignature.ts";
import { ticketPdf } from "../../server/documents/ticketPdf.ts";
import type { Outcome } from "../checks/check.ts";
import { debian, firstReason, mavenJar, mavenJarPath } from "./installed.ts";
import type { Judge } from "./judge.ts";

const jar = "org.verapdf.apps:greenfield-apps:1.28.2";
const run = promisify(execFile);
const names = ["Ελένη Παπαδοπούλου", "محمد عبد الرحمن", "王 小明", "สมหญิง น้ำฝน", "Дмитрий Шостакович", "김 민수"];
const { privateKey } = newEventKey();
const qrTextOf = (a: number) =>
  signAttendeeQr(privateKey, { r: 1, a, q: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 });

export const documentsJudge: Judge = {
  name: "documents",
  install: () =>
    firstReason(
      debian(["qpdf", "poppler-utils", "zbar-tools"], ["qpdf", "pdftotext", "pdftoppm", "zbarimg"]),
      mavenJar(jar),
    ),
  run: () => judged((pdf) => pdf, names),
  // The title is not said to be shown any more, and another name is looked for.
  control: () =>
    judged((pdf) => Buffer.from(pdf.toString("latin1").replaceAll("DisplayDocTitle", "DisplayDocTitel"), "latin1"), ["Nobody"]),
};

async function judged(change: (pdf: Buffer) => Buffer, sought: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-documents-"));
  const outcome = { passed: 0, failures: [] as string[] };
  const check = async (what: string, isRight: () => Promise<boolean>) => {
    if (await isRight().catch(() => false)) outcome.passed += 1;
    else outcome.failures.push(what);
  };
  const conforms = async (flavour: string, file: string) => {
    const said = await run("java", ["-cp", mavenJarPath(jar), "org.verapdf.apps.GreenfieldCliWrapper", "-f", flavour, file]).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
    );
    return said.stdout.includes('isCompliant="true"');
  };
  try {
    const [tickets, closing] = [join(folder, "tickets.pdf"), join(folder, "closing.pdf")];
    await writeFile(tickets, change(await ticketsPdf()));
    await writeFile(closing, change(await closingOf(names.join(", "))));
    for (const [flavour, file] of [["ua1", tickets], ["ua1", closing], ["2a", closing]] as const)
      await check(`${file} is not ${flavour} to veraPDF.`, () => conforms(flavour, file));
    for (const file of [tickets, closing])
      await check(`qpdf finds errors in ${file}.`, async () => (await run("qpdf", ["--check", file])).stdout !== "");
    const words = (await run("pdftotext", [tickets, "-"])).stdout.replace(/[\u202a-\u202e]/g, "");
    for (const name of sought) await check(`pdftotext does not read ${name}.`, async () => words.includes(name));
    for (const dpi of [72, 100, 150])
      await check(`zbarimg does not read the codes at ${dpi} dpi.`, async () => {
        const pages = join(folder, `page-${dpi}`);
        await run("pdftoppm", ["-r", String(dpi), "-png", "-f", "1", "-l", "1", tickets, pages]);
        return (await run("zbarimg", ["-q", "--raw", `${pages}-1.png`])).stdout.trim() === qrTextOf(1);
      });
    return outcome;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function ticketsPdf(): Promise<Buffer> {
  const attendees = names.map((name, index) => {
    return { name, ticketTitle: "Adult", reference: `F-1 · ${index + 1}`, qrText: qrTextOf(index + 1) };
  });
  return ticketPdf({ eventName: "Gala", clubName: "Club", when: "Sat, Dec 12", location: "Hall", attendees });
}

function closingOf(name: string): Promise<Buffer> {
  return closingPdf({
    clubName: "Club",
    eventName: name,
    eventDay: "Sat, Dec 12",
    currency: "eur",
    asOf: "Sun, Dec 13",
    asOfTime: new Date("2026-12-13T10:00:00Z"),
    tables: [],
    signature: { version: 1, signedName: name, accountName: name },
    note: name,
  });
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type CheckOutcome, inTemporaryFolder, runTool } from "../checks/check.ts";
import { installDebian, mavenJar, mavenJarPath } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { makeSampleDocuments, type SampleDocument } from "./sampleDocuments.ts";

const jar = "org.verapdf.apps:greenfield-apps:1.28.2";
const packages = ["qpdf", "poppler-utils", "zbar-tools", "default-jre-headless", "maven"];
const programs = ["qpdf", "pdffonts", "pdftotext", "pdftoppm", "zbarimg", "java", "mvn"];

export const documentsJudge: Judge = {
  name: "documents",
  install: async () => (await installDebian(packages, programs)) ?? mavenJar(jar),
  run: async () => checkDocuments(await makeSampleDocuments()),
  async control() {
    const { failures } = await checkDocuments(documentsWithFaults(await makeSampleDocuments()));
    const tools = [
      "veraPDF: untagged",
      "pdffonts: untagged",
      "qpdf: moved",
      "pdftotext: moved",
      "zbarimg: moved",
    ];
    // Otherwise one tool could hide that another finds nothing.
    return {
      passed: 0,
      failures: tools.every((tool) => failures.some((failure) => failure.startsWith(tool))) ? failures : [],
    };
  },
};

/** Makes a file without tags and typefaces, and one with wrong object offsets that lacks its texts and codes. */
function documentsWithFaults([tickets]: readonly SampleDocument[]): SampleDocument[] {
  const text = tickets!.file.toString("latin1");
  const untagged = text.replaceAll("/StructTreeRoot", "/StructTreeRoof").replaceAll("/FontFile", "/FontFilf");
  const moved = text.replace("\n", "\n% Everything is some bytes further back.\n");
  return [
    { ...tickets!, name: "untagged", file: Buffer.from(untagged, "latin1") },
    {
      ...tickets!,
      name: "moved",
      file: Buffer.from(moved, "latin1"),
      texts: ["Nobody"],
      codes: ["another code"],
    },
  ];
}

async function checkDocuments(documents: readonly SampleDocument[]): Promise<CheckOutcome> {
  return inTemporaryFolder(async (folder) => {
    const outcome: CheckOutcome = { passed: 0, failures: [] };
    const addResult = (tool: string, { name }: SampleDocument, problem: string) => {
      if (problem === "") outcome.passed += 1;
      else outcome.failures.push(`${tool}: ${name} ${problem}`);
    };
    const pathOf = ({ name }: SampleDocument) => join(folder, `${name}.pdf`);
    for (const document of documents) await writeFile(pathOf(document), document.file);
    for (const flavour of ["ua1", "2a"] as const) {
      const claiming = documents.filter(({ flavours }) => flavours.includes(flavour));
      if (claiming.length === 0) continue;
      const problems = await conformanceProblems(flavour, claiming.map(pathOf));
      for (const [index, document] of claiming.entries()) addResult("veraPDF", document, problems[index]!);
    }
    for (const document of documents) {
      const path = pathOf(document);
      const qpdf = await runTool("qpdf", ["--check", path]);
      addResult("qpdf", document, qpdf.code === 0 ? "" : `has faults: ${qpdf.stderr}${qpdf.stdout}`);
      addResult("pdffonts", document, await fontProblem(path));
      const pdfText = plainText((await runTool("pdftotext", [path, "-"])).stdout);
      for (const text of document.texts)
        addResult("pdftotext", document, pdfText.includes(plainText(text)) ? "" : `does not say ${text}`);
      for (const [index, code] of document.codes.entries())
        for (const dpi of [72, 100, 150]) {
          addResult("zbarimg", document, await codeProblem(path, { page: index + 1, dpi, code }));
          if (dpi === 150)
            addResult("zbarimg", document, await codeProblem(path, { page: index + 1, dpi, code, blur: 2 }));
        }
    }
    return outcome;
  });
}

/** Returns the problem of each file; the text is empty if the file conforms. */
async function conformanceProblems(flavour: string, paths: readonly string[]): Promise<string[]> {
  const cli = "org.verapdf.apps.GreenfieldCliWrapper";
  const { stdout, stderr } = await runTool("java", ["-cp", mavenJarPath(jar), cli, "-f", flavour, ...paths]);
  const jobs = stdout.split("<job>").slice(1);
  return paths.map((path) => {
    const job = jobs.find((text) => text.includes(path));
    if (job?.includes('isCompliant="true"')) return "";
    const clauses = [...(job ?? "").matchAll(/clause="([^"]+)"/g)].map(([, clause]) => clause);
    return `is not ${flavour}: ${job === undefined ? stderr.slice(-2_000) : `clauses ${clauses.join(", ")}`}`;
  });
}

/** Reads the table's column "emb" (embedded), which is the fifth from the right. */
async function fontProblem(path: string): Promise<string> {
  const lines = (await runTool("pdffonts", [path])).stdout.trim().split("\n").slice(2);
  const missing = lines.filter((line) => line.trim().split(/\s+/).at(-5) !== "yes");
  if (lines.length === 0) return "has no typefaces";
  return missing.length === 0 ? "" : `lacks typefaces: ${missing.join("; ")}`;
}

/** Returns the problem with the code on a page, or an empty text if it is `code`. */
async function codeProblem(
  path: string,
  { page, dpi, code, blur }: { page: number; dpi: number; code: string; blur?: number },
): Promise<string> {
  const picture = `${path}-${page}-${dpi}-${blur ?? 0}`;
  const options = `-r ${dpi} -png -singlefile -f ${page} -l ${page}`.split(" ");
  await runTool("pdftoppm", [...options, path, picture]);
  let picturePath = `${picture}.png`;
  if (blur !== undefined) {
    picturePath = `${picture}-blurred.png`;
    await sharp(`${picture}.png`).blur(blur).toFile(picturePath);
  }
  const { stdout } = await runTool("zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", picturePath]);
  if (stdout.trim() === code) return "";
  return `shows another code on page ${page} at ${dpi} dpi${blur === undefined ? "" : ", blurred"}: ${stdout.trim()}`;
}

/** Removes direction marks and zero-width characters, and makes each white space one blank. */
function plainText(text: string): string {
  return text.replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\s+/g, " ");
}

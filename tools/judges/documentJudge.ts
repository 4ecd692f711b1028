// What do linters and makers of clients say of the API's document? None of them may have an error or a warning.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openapi } from "../../server/http/openapiDocument.ts";
import { type Outcome, repository, runTool } from "../checks/check.ts";
import { firstReason, npmPackages, npmProgram, pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";

const folder = "openapi";
const packages = [
  "@redocly/cli@2.77.0",
  "@stoplight/spectral-cli@6.15.0",
  "openapi-typescript@7.13.0",
  // openapi-typescript does not start with TypeScript 7.
  "typescript@5.9.3",
];
const pythonClient = pythonProgram("openapi-python-client", "openapi-python-client");
const rules = (file: string) => join(repository, "tools", "judges", file);

/** A tool that reads the document at a path; what it prints is kept where it ends badly. */
type Reader = { name: string; command: string; args(path: string, made: string): string[] };

const readers: Reader[] = [
  {
    name: "Redocly",
    command: npmProgram(folder, "redocly"),
    args: (path) => ["lint", path, "--config", rules("redocly.yaml")],
  },
  {
    name: "Spectral",
    command: npmProgram(folder, "spectral"),
    args: (path) => ["lint", path, "--ruleset", rules("spectral.yaml"), "--fail-severity", "hint"],
  },
  {
    name: "openapi-typescript",
    command: npmProgram(folder, "openapi-typescript"),
    args: (path, made) => [path, "--output", `${made}.d.ts`],
  },
  {
    name: "openapi-python-client",
    command: pythonClient,
    args: (path, made) => [
      "generate",
      "--path",
      path,
      "--output-path",
      made,
      "--config",
      rules("pythonClient.yaml"),
      "--fail-on-warning",
    ],
  },
];

export const documentJudge: Judge = {
  name: "openapi",
  install: () =>
    firstReason(
      npmPackages(folder, packages),
      pythonPackages("openapi-python-client", ["openapi-python-client==0.29.1"]),
    ),
  run: () => readBy(openapi()),
  async control() {
    const outcome = await readBy(broken());
    // All of them must see it: one that is blind would be covered by the others.
    return outcome.passed === 0 ? outcome : { passed: outcome.passed, failures: [] };
  },
};

/** The same document with a reply that refers to nothing. */
function broken(): object {
  const text = JSON.stringify(openapi());
  return JSON.parse(
    text.replaceAll('"#/components/schemas/Event"', '"#/components/schemas/Missing"'),
  ) as object;
}

async function readBy(document: object): Promise<Outcome> {
  const made = await mkdtemp(join(tmpdir(), "foyer-document-"));
  const path = join(made, "openapi.json");
  const outcome: Outcome = { passed: 0, failures: [] };
  try {
    await writeFile(path, JSON.stringify(document));
    for (const { name, command, args } of readers) {
      // openapi-python-client looks for ruff beside itself.
      const env = { PATH: `${dirname(pythonClient)}:${process.env.PATH ?? ""}` };
      const { code, stdout, stderr } = await runTool(command, args(path, join(made, "client")), env);
      if (code === 0) outcome.passed++;
      else outcome.failures.push(`${name}: ${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return outcome;
}

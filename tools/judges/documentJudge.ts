// What do linters and makers of clients say of the API's document? None of them may have an error or a warning.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapi } from "../../server/http/openapiDocument.ts";
import type { Outcome } from "../checks/check.ts";
import { clientMakers, installClientMakers, type Reader, readInto, rules } from "./clients/makers.ts";
import { firstReason, npmPackages, npmProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";

const folder = "openapi";
const packages = ["@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.15.0"];

const readers: Reader[] = [
  ...clientMakers,
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
];

export const documentJudge: Judge = {
  name: "openapi",
  install: () => firstReason(npmPackages(folder, packages), installClientMakers()),
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
  try {
    return await readInto(made, document, readers);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

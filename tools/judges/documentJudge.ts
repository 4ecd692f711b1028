// Runs linters and client generators on the API's document. None of them may report an error or a warning.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import type { CheckOutcome } from "../checks/check.ts";
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
  run: () => readBy(openapi(), readers),
  async control() {
    const outcome = await readBy(broken(), readers);
    const { passed } = await readBy(
      warnedOf(),
      readers.filter(({ successLine }) => successLine !== undefined),
    );
    // All of them must see the fault: otherwise the others could hide that one is blind.
    return outcome.passed + passed === 0 ? outcome : { passed: outcome.passed + passed, failures: [] };
  },
};

/** The same document with a reply that refers to a missing schema. */
function broken(): object {
  const text = JSON.stringify(openapi());
  return JSON.parse(
    text.replaceAll('"#/components/schemas/Event"', '"#/components/schemas/Missing"'),
  ) as object;
}

/** The same document with a discriminator for which openapi-typescript only warns. */
function warnedOf(): object {
  const document = structuredClone(openapi()) as { components: { schemas: Record<string, object> } };
  const ref = "#/components/schemas/Word";
  document.components.schemas.Word = { type: "string" };
  document.components.schemas.Words = {
    oneOf: [{ $ref: ref }],
    discriminator: { propertyName: "kind", mapping: { word: ref } },
  };
  return document;
}

async function readBy(document: object, readers: Reader[]): Promise<CheckOutcome> {
  const made = await mkdtemp(join(tmpdir(), "foyer-document-"));
  try {
    return await readInto(made, document, readers);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

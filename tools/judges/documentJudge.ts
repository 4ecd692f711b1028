// Runs linters and client generators on the API's document.
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import { type CheckOutcome, inTemporaryFolder } from "../checks/check.ts";
import { clientMakers, installClientMakers, type Reader, readInto, ruleFilePath } from "./clients/makers.ts";
import { firstReason, npmPackages, npmProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";

const folder = "openapi";
const packages = ["@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.15.0"];

const readers: Reader[] = [
  ...clientMakers,
  {
    name: "Redocly",
    command: npmProgram(folder, "redocly"),
    args: (path) => ["lint", path, "--config", ruleFilePath("redocly.yaml")],
  },
  {
    name: "Spectral",
    command: npmProgram(folder, "spectral"),
    args: (path) => ["lint", path, "--ruleset", ruleFilePath("spectral.yaml"), "--fail-severity", "hint"],
  },
];

export const documentJudge: Judge = {
  name: "openapi",
  install: () => firstReason(npmPackages(folder, packages), installClientMakers()),
  run: () => runReaders(openapi(), readers),
  async control() {
    const outcome = await runReaders(documentWithFault(), readers);
    const { passed } = await runReaders(
      documentWithWarning(),
      readers.filter(({ successLine }) => successLine !== undefined),
    );
    // Otherwise one reader could hide that another finds nothing.
    return outcome.passed + passed === 0 ? outcome : { passed: outcome.passed + passed, failures: [] };
  },
};

/** Makes a document whose references to the schema Event have no target. */
function documentWithFault(): object {
  const text = JSON.stringify(openapi());
  return JSON.parse(
    text.replaceAll('"#/components/schemas/Event"', '"#/components/schemas/Missing"'),
  ) as object;
}

/** Makes a document with a discriminator about which openapi-typescript only warns. */
function documentWithWarning(): object {
  const document = structuredClone(openapi()) as { components: { schemas: Record<string, object> } };
  const ref = "#/components/schemas/Word";
  document.components.schemas.Word = { type: "string" };
  document.components.schemas.Words = {
    oneOf: [{ $ref: ref }],
    discriminator: { propertyName: "kind", mapping: { word: ref } },
  };
  return document;
}

const runReaders = (document: object, readers: Reader[]): Promise<CheckOutcome> =>
  inTemporaryFolder((outputFolder) => readInto(outputFolder, document, readers));

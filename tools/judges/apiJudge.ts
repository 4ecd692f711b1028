// Does the running server do what its document says? schemathesis makes calls from the document, good ones and bad ones.
// A 5xx, a reply that the document does not describe, a good call that is refused for its shape and a bad one that is
// taken are failures.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapi } from "../../server/http/openapiDocument.ts";
import { type Outcome, repository, runTool } from "../checks/check.ts";
import { demoAccounts } from "../demo/seed.ts";
import { pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningHouse } from "./runningHouse.ts";

const environment = "schemathesis";
const repliesFit = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** The first is of apiHooks.py. */
const callsFit = ["what_fits_is_taken", "negative_data_rejection"];
/** Streams do not end, and these end the session that judges. */
const leftOut =
  "live$|auth/signout|auth/endSession|auth/changePassword|auth/beginSecondFactor|openapi|stripe/webhook";
/** 503 is of a machine that has too much to do, and documented. */
const settings = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
negative_data_rejection.expected-statuses = ["4xx", 503]
`;

/** A short one for a look in between, and the long one of each night. */
export const apiJudge: Judge = { ...judgeFor("api", 75), nightly: true };
export const apiLongJudge: Judge = { ...judgeFor("apiLong", 600), nightly: true };

function judgeFor(name: string, seconds: number): Judge {
  return {
    name,
    install: () => pythonPackages(environment, ["schemathesis==4.32.5"]),
    async run() {
      const said = await saidOf(openapi(), ["--exclude-path-regex", leftOut, "--max-time", String(seconds)]);
      return said === null ? { passed: 1, failures: [] } : { passed: 0, failures: [said.slice(-6_000)] };
    },
    async control(): Promise<Outcome> {
      const said = await saidOf(otherwise(), [
        "--include-path",
        controlPath,
        "--include-path",
        otherControlPath,
        "--max-time",
        "30",
      ]);
      // The reply, the good call and the bad one: it must see all three.
      const wanted = ["Response violates schema", "what_fits_is_taken", "Schema-violating request accepted"];
      const isSeen = said !== null && wanted.every((words) => said.includes(words));
      return isSeen ? { passed: 0, failures: [said] } : { passed: 1, failures: [] };
    },
  };
}

const controlPath = "/api/event/getAllEvents";
const otherControlPath = "/api/event/getAllActiveEvents";

/** The same server under a document that says otherwise of two calls: of what they need, and of a reply. */
function otherwise(): object {
  const document = structuredClone(openapi()) as { paths: Record<string, { get: Operation }> };
  const { parameters, responses } = document.paths[controlPath]!.get;
  parameters.find(({ name }) => name === "page")!.schema = { type: "integer", minimum: -9, maximum: 0 };
  responses["200"]!.content["application/json"]!.schema.properties.msg = { type: "integer" };
  const unneeded = { name: "unneeded", in: "query", required: true, schema: { type: "integer" } };
  document.paths[otherControlPath]!.get.parameters = [unneeded];
  return document;
}
type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { content: Record<string, { schema: { properties: Record<string, object> } }> }>;
};

/** What schemathesis says against the server under this document, or null where it has nothing against it. */
async function saidOf(document: object, args: string[]): Promise<string | null> {
  const house = await runningHouse({ TRUST_PROXY: "1" });
  // It keeps notes where it runs.
  const folder = await mkdtemp(join(tmpdir(), "foyer-asked-"));
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
    await writeFile(join(folder, "schemathesis.toml"), settings);
    const { code, stdout, stderr } = await runTool(
      pythonProgram(environment, "schemathesis"),
      [
        "run",
        "openapi.json",
        "--url",
        house.url,
        "--header",
        `authorization:${await adminToken(house.url)}`,
        "--checks",
        [...repliesFit, ...callsFit].join(","),
        "--phases",
        "examples,coverage,fuzzing",
        "--generation-database",
        "none",
        "--no-shrink",
        "--warnings",
        "off",
        "--no-color",
        "--continue-on-failure",
        ...args,
      ],
      {
        SCHEMATHESIS_HOOKS: "apiHooks",
        PYTHONPATH: join(repository, "tools", "judges"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      folder,
    );
    return code === 0 ? null : `${stdout}\n${stderr}`.trim();
  } finally {
    await house.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function adminToken(url: string): Promise<string> {
  const { email, password } = demoAccounts.find(({ role }) => role === "admin")!;
  const told = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const token = told.headers.get("authorization");
  if (token === null) throw new Error(`Nobody could sign in: ${await told.text()}`);
  return token;
}

// schemathesis makes valid and invalid calls from the OpenAPI document, and checks the replies of a running site.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import { type CheckOutcome, inTemporaryFolder, repository, runTool } from "../checks/check.ts";
import type { demoAccounts } from "../demo/seed.ts";
import { signInDemo } from "./callSite.ts";
import { pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningSite } from "./runningSite.ts";

const environment = "schemathesis";
const replyChecks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** The first check is in apiHooks.py. */
const callChecks = ["valid_call_is_accepted", "negative_data_rejection"];
/** Streams, which do not end; calls that end the judge's session or check its password; the document; the webhook. */
const excludedPaths =
  "live$|auth/signout|auth/endSession|auth/changePassword|auth/beginSecondFactor|openapi|stripe/webhook";
/** A reply 503 is accepted, because it means an overloaded machine. */
const settings = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
negative_data_rejection.expected-statuses = ["4xx", 503]
`;

/** The calls of each role end after these seconds. */
export const apiJudge: Judge = judgeFor("api", { admin: 60, sudo: 40 });
export const apiLongJudge: Judge = { ...judgeFor("apiLong", { admin: 600, sudo: 120 }), nightly: true };
const minCalls = 150;

type Role = (typeof demoAccounts)[number]["role"];

function judgeFor(name: string, seconds: Readonly<Record<Role, number>>): Judge {
  return {
    name,
    install: () => pythonPackages(environment, ["schemathesis==4.32.5"]),
    async run() {
      const outcome: CheckOutcome = { passed: 0, failures: [] };
      for (const role of ["admin", "sudo"] as const) {
        const args = ["--exclude-path-regex", excludedPaths, "--max-time", String(seconds[role])];
        const { isGood, output } = await runAs(role, openapi(), args);
        const callCount = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
        if (isGood && callCount >= minCalls) outcome.passed++;
        else outcome.failures.push(`As ${role}, ${callCount} cases:\n${output.slice(-6_000)}`);
      }
      return outcome;
    },
    async control(): Promise<CheckOutcome> {
      const paths = [controlPath, otherControlPath, brokenPath].flatMap((path) => ["--include-path", path]);
      const args = [...paths, "--max-time", "30"];
      const { output } = await runAs("admin", documentWithFaults(), args, startBrokenProxy);
      const missedFaults = [
        "Server error",
        "Response violates schema",
        "valid_call_is_accepted",
        "Schema-violating request accepted",
      ].filter((words) => !output.includes(words));
      return missedFaults.length === 0 ? { passed: 0, failures: [output] } : { passed: 1, failures: [] };
    },
  };
}

const controlPath = "/api/event/getAllEvents";
const otherControlPath = "/api/event/getAllActiveEvents";
const brokenPath = "/api/event/getFirstEvent";

async function startBrokenProxy(target: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((incoming, reply) => {
    if (incoming.url?.startsWith(brokenPath)) {
      reply.writeHead(500, { "content-type": "application/json" });
      reply.end(JSON.stringify({ msg: "Broken on purpose.", code: "unexpected", payload: null }));
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url ?? "/", target), { method: method!, headers }, (text) => {
      reply.writeHead(text.statusCode!, text.headers);
      text.pipe(reply);
    });
    forwarded.on("error", () => reply.destroy());
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

function documentWithFaults(): object {
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

const fixedOptions =
  "--phases examples,coverage,fuzzing --generation-database none --no-shrink --warnings off --no-color --continue-on-failure";

async function runAs(
  role: Role,
  document: object,
  args: string[],
  startProxy: typeof startBrokenProxy | null = null,
): Promise<{ isGood: boolean; output: string }> {
  // apiHooks.py gives each call another client address, because of the limits for one client.
  const site = await runningSite({ TRUST_PROXY: "1" });
  const proxy = startProxy === null ? null : await startProxy(site.url);
  try {
    // schemathesis writes notes into its working folder.
    return await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
      await writeFile(join(folder, "schemathesis.toml"), settings);
      const { code, stdout, stderr } = await runTool(
        pythonProgram(environment, "schemathesis"),
        [
          "run",
          "openapi.json",
          "--url",
          proxy?.url ?? site.url,
          "--header",
          `authorization:${await signInDemo(site.url, role)}`,
          "--checks",
          [...replyChecks, ...callChecks].join(","),
          ...fixedOptions.split(" "),
          ...args,
        ],
        {
          SCHEMATHESIS_HOOKS: "apiHooks",
          PYTHONPATH: join(repository, "tools", "judges"),
          PYTHONDONTWRITEBYTECODE: "1",
        },
        folder,
      );
      return { isGood: code === 0, output: shortenLines(`${stdout}\n${stderr}`.trim()) };
    });
  } finally {
    proxy?.stop();
    await site.stop();
  }
}

/** Shortens long bodies, because their beginning is enough to find the case again. */
function shortenLines(output: string): string {
  return output
    .split("\n")
    .map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line))
    .join("\n");
}

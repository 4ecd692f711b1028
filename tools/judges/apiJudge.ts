// Checks that the running server does what its OpenAPI document says. schemathesis makes valid and invalid calls from
// the document. Failures are a 5xx, an undocumented reply, a valid call refused for its shape, and an invalid call
// accepted.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import { type CheckOutcome, repository, runTool } from "../checks/check.ts";
import { demoAccounts } from "../demo/seed.ts";
import { pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningSite } from "./runningSite.ts";

const environment = "schemathesis";
const repliesFit = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** The first check is in apiHooks.py. */
const callsFit = ["what_fits_is_taken", "negative_data_rejection"];
/** Streams do not end, and the others end the judge's own session. */
const leftOut =
  "live$|auth/signout|auth/endSession|auth/changePassword|auth/beginSecondFactor|openapi|stripe/webhook";
/** 503 is documented: it means an overloaded machine. */
const settings = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
negative_data_rejection.expected-statuses = ["4xx", 503]
`;

/** A short judge, and a long one for the night; each as an admin and as sudo. */
export const apiJudge: Judge = judgeFor("api", { admin: 60, sudo: 40 });
export const apiLongJudge: Judge = { ...judgeFor("apiLong", { admin: 600, sudo: 120 }), nightly: true };
/** The fewest calls for a valid result. An idle machine makes about a hundred a second. */
const fewest = 150;

type Role = (typeof demoAccounts)[number]["role"];

function judgeFor(name: string, seconds: Readonly<Record<Role, number>>): Judge {
  return {
    name,
    install: () => pythonPackages(environment, ["schemathesis==4.32.5"]),
    async run() {
      const outcome: CheckOutcome = { passed: 0, failures: [] };
      for (const role of ["admin", "sudo"] as const) {
        const args = ["--exclude-path-regex", leftOut, "--max-time", String(seconds[role])];
        const { isGood, printed } = await askAs(role, openapi(), args);
        const made = Number(/(\d+) generated/.exec(printed)?.[1] ?? 0);
        if (isGood && made >= fewest) outcome.passed++;
        else outcome.failures.push(`As ${role}, ${made} cases:\n${printed.slice(-6_000)}`);
      }
      return outcome;
    },
    async control(): Promise<CheckOutcome> {
      const paths = [controlPath, otherControlPath, brokenPath].flatMap((path) => ["--include-path", path]);
      const { printed } = await askAs("admin", otherwise(), [...paths, "--max-time", "30"], brokenFront);
      // The server error, the wrong reply, the refused valid call and the accepted invalid one: it must see all four.
      const blindFor = [
        "Server error",
        "Response violates schema",
        "what_fits_is_taken",
        "Schema-violating request accepted",
      ].filter((words) => !printed.includes(words));
      return blindFor.length === 0 ? { passed: 0, failures: [printed] } : { passed: 1, failures: [] };
    },
  };
}

const controlPath = "/api/event/getAllEvents";
const otherControlPath = "/api/event/getAllActiveEvents";
const brokenPath = "/api/event/getFirstEvent";

/** A proxy to the server on which one call answers 500. */
async function brokenFront(target: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((requested, answer) => {
    if (requested.url?.startsWith(brokenPath)) {
      answer.writeHead(500, { "content-type": "application/json" });
      answer.end(JSON.stringify({ msg: "Broken on purpose.", code: "unexpected", payload: null }));
      return;
    }
    const { method, headers, url } = requested;
    const passed = request(new URL(url ?? "/", target), { method: method!, headers }, (text) => {
      answer.writeHead(text.statusCode!, text.headers);
      text.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    requested.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** The same server with a document that is wrong about two calls: the parameters of one, a reply of the other. */
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

/** The output of schemathesis for this document, called as that role. */
async function askAs(
  role: Role,
  document: object,
  args: string[],
  front: typeof brokenFront | null = null,
): Promise<{ isGood: boolean; printed: string }> {
  const site = await runningSite({ TRUST_PROXY: "1" });
  const way = front === null ? null : await front(site.url);
  // schemathesis writes notes into its working folder.
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
        way?.url ?? site.url,
        "--header",
        `authorization:${await tokenOf(role, site.url)}`,
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
    return { isGood: code === 0, printed: shortened(`${stdout}\n${stderr}`.trim()) };
  } finally {
    way?.stop();
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Shortens bodies, which may have thousands of characters. The beginning is enough to find the case again. */
function shortened(printed: string): string {
  return printed
    .split("\n")
    .map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line))
    .join("\n");
}

async function tokenOf(role: Role, url: string): Promise<string> {
  const { email, password } = demoAccounts.find((account) => account.role === role)!;
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const token = answer.headers.get("authorization");
  if (token === null) throw new Error(`Nobody could sign in: ${await answer.text()}`);
  return token;
}

// Checks that a generated client of the API's document can sign in and buy. (clients/purchase.*)
import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import { type CheckOutcome, crash, repository, runTool } from "../checks/check.ts";
import { demoAccounts } from "../demo/seed.ts";
import { clientMakers, installClientMakers, npmModules, python, readInto } from "./clients/makers.ts";
import { npmProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningSite } from "./runningSite.ts";

const purchases = join(repository, "tools", "judges", "clients");

export const clientsJudge: Judge = {
  name: "clients",
  install: installClientMakers,
  run: () => boughtBy(openapi()),
  async control() {
    const outcome = await boughtBy(otherwise());
    // Both must see the fault: otherwise one could hide that the other is blind.
    return outcome.passed === 0 ? outcome : { passed: outcome.passed, failures: [] };
  },
};

/** The same document, in which a payment needs a `key` instead of the `accessKey`. */
function otherwise(): object {
  const document = structuredClone(openapi()) as unknown as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Body }> } } }>;
  };
  const content = document.paths["/api/stripe/create-payment-intent"]!.post.requestBody.content;
  const { schema } = content["application/json"]!;
  const { accessKey, ...properties } = schema.properties;
  schema.properties = { ...properties, key: accessKey! };
  schema.required = schema.required.map((name) => (name === "accessKey" ? "key" : name));
  return document;
}
type Body = { properties: Record<string, object>; required: string[] };

async function boughtBy(document: object): Promise<CheckOutcome> {
  const made = await mkdtemp(join(tmpdir(), "foyer-clients-"));
  const site = await runningSite();
  try {
    const { failures } = await readInto(made, document, clientMakers);
    if (failures.length > 0) return { passed: 0, failures };
    const { email, password } = demoAccounts.find(({ role }) => role === "admin")!;
    const args = [site.url, email, password];
    const ended = [
      await run(python, [join(purchases, "purchase.py"), ...args], { PYTHONPATH: join(made, "client") }),
      await compiledAndRun(made, args),
    ];
    const problems = ended.filter((problem) => problem !== null);
    return { passed: ended.length - problems.length, failures: problems };
  } finally {
    await site.stop();
    await rm(made, { recursive: true, force: true });
  }
}

async function compiledAndRun(made: string, args: string[]): Promise<string | null> {
  await copyFile(join(purchases, "purchase.ts"), join(made, "purchase.ts"));
  await symlink(npmModules, join(made, "node_modules"));
  await writeFile(join(made, "package.json"), '{ "type": "module" }');
  await copyFile(join(purchases, "client.tsconfig.json"), join(made, "tsconfig.json"));
  return (
    (await run(npmProgram("clients", "tsc"), ["--project", made])) ??
    (await run(process.execPath, [join(made, "purchase.ts"), ...args]))
  );
}

/** Null, or the program's output if it failed. */
async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string | null> {
  const result = await runTool(command, args, { ...env, PYTHONDONTWRITEBYTECODE: "1" });
  return result.code === 0 ? null : crash(command, result);
}

// Clients generated from the API's document must be able to buy (clients/purchase.*).
import { copyFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openapi } from "../../server/http/openapi/openapiDocument.ts";
import { type CheckOutcome, failureText, inTemporaryFolder, repository, runTool } from "../checks/check.ts";
import { demoAccounts } from "../demo/seed.ts";
import { clientMakers, installClientMakers, npmModules, python, readInto } from "./clients/makers.ts";
import { npmProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningSite } from "./runningSite.ts";

const purchases = join(repository, "tools", "judges", "clients");

export const clientsJudge: Judge = {
  name: "clients",
  install: installClientMakers,
  run: () => buyWithClients(openapi()),
  async control() {
    const outcome = await buyWithClients(documentWithFault());
    // Otherwise a failure of one client could hide that the other finds nothing.
    return outcome.passed === 0 ? outcome : { passed: outcome.passed, failures: [] };
  },
};

/** Makes a document in which a payment needs a `key` instead of the `accessKey`. */
function documentWithFault(): object {
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

async function buyWithClients(document: object): Promise<CheckOutcome> {
  const site = await runningSite();
  try {
    return await inTemporaryFolder(async (folder) => {
      const { failures } = await readInto(folder, document, clientMakers);
      // Thrown, because a client that cannot be generated must not count as one that found the control's fault.
      if (failures.length > 0) throw new Error(failures.join("\n"));
      const { email, password } = demoAccounts.find(({ role }) => role === "admin")!;
      const args = [site.url, email, password];
      const outcomes = [
        await run(python, [join(purchases, "purchase.py"), ...args], { PYTHONPATH: join(folder, "client") }),
        await compileAndRun(folder, args),
      ];
      const problems = outcomes.filter((problem) => problem !== null);
      return { passed: outcomes.length - problems.length, failures: problems };
    });
  } finally {
    await site.stop();
  }
}

async function compileAndRun(folder: string, args: string[]): Promise<string | null> {
  await copyFile(join(purchases, "purchase.ts"), join(folder, "purchase.ts"));
  await symlink(npmModules, join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await copyFile(join(purchases, "client.tsconfig.json"), join(folder, "tsconfig.json"));
  return (
    (await run(npmProgram("clients", "tsc"), ["--project", folder])) ??
    (await run(process.execPath, [join(folder, "purchase.ts"), ...args]))
  );
}

async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string | null> {
  const result = await runTool(command, args, { ...env, PYTHONDONTWRITEBYTECODE: "1" });
  return result.code === 0 ? null : failureText(command, result);
}

/** What the pages of a journey send in fields that open something or name somebody, written down for the judge of the logs. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, type Request } from "@playwright/test";
import { secretFields } from "../../tools/checks/secrets.ts";

/** What every journey's test begins from. */
export const test = base.extend<object, { typed: undefined }>({
  typed: [
    async ({ browser }, use) => {
      const file = join(process.env.E2E_LOGS!, `sent-${process.pid}.jsonl`);
      browser.on("context", (context) =>
        context.on("request", (request) => {
          for (const field of secretFields(sentBy(request)))
            appendFileSync(file, `${JSON.stringify(field)}\n`);
        }),
      );
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
});

/** Query and body of a call or of a form; files are not looked into. */
function sentBy(request: Request): unknown[] {
  const query = Object.fromEntries(new URL(request.url()).searchParams);
  if (request.method() !== "POST") return [query];
  try {
    return [query, request.postDataJSON()];
  } catch {
    return [query];
  }
}

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, type Request } from "@playwright/test";
import { secretFields } from "../../tools/checks/secrets.ts";
import { watchFocus } from "./focusKept.ts";

/** Records the secrets that pages send, for the check of the logs, and watches the focus. */
export const test = base.extend<object, { watched: undefined }>({
  watched: [
    async ({ browser }, use) => {
      const file = join(process.env.E2E_LOGS!, `sent-${process.pid}.jsonl`);
      browser.on("context", (context) => {
        void watchFocus(context);
        context.on("request", (request) => {
          for (const field of secretFields(sentBy(request)))
            appendFileSync(file, `${JSON.stringify(field)}\n`);
        });
      });
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
});

/** Returns the query and the body of a request. A body that cannot be parsed, such as a file, is left out. */
function sentBy(request: Request): unknown[] {
  const query = Object.fromEntries(new URL(request.url()).searchParams);
  if (request.method() !== "POST") return [query];
  try {
    return [query, request.postDataJSON()];
  } catch {
    return [query];
  }
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime from "postal-mime";

/**
 * Waits for a mail to an address (in lower case) whose text matches. Returns the last match: its last group, or the
 * whole match if the pattern has no group.
 */
export async function mailedTo(email: string, wanted: RegExp): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR!, "outbox");
  let found: string | undefined;
  await expect
    .poll(async () => {
      const files = await readdir(folder).catch(() => []);
      for (const file of files.filter((name) => name.endsWith(".eml")).sort()) {
        const mail = await PostalMime.parse(await readFile(join(folder, file)));
        if (mail.to?.some(({ address }) => address?.toLowerCase() === email))
          found = wanted.exec(mail.text ?? "")?.at(-1) ?? found;
      }
      return found;
    })
    .toBeDefined();
  return found!;
}

// SpamAssassin's local rules make no network requests.
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "../../server/mail/transport.ts";
import { everyMail } from "../../server/testing/everyMail.ts";
import { type CheckOutcome, inTemporaryFolder, runTool } from "../checks/check.ts";
import { installDebian } from "./installed.ts";
import type { Judge } from "./judge.ts";

/** Our mails need fewer points. SpamAssassin calls a mail spam from 5 points on. */
const maxPoints = 2;
/** The standard test text of spam filters (https://spamassassin.apache.org/gtube/). */
const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";

export const spamJudge: Judge = {
  name: "spam",
  nightly: true,
  install: () => installDebian(["spamassassin"], ["spamassassin"]),
  run: () =>
    inTemporaryFolder(async (folder) => {
      await writeMails(folder);
      return judge(folder);
    }),
  control: () =>
    inTemporaryFolder(async (folder) => {
      const mail = ["From: a@foyer.example", "To: b@example.org", "Subject: Spam", "", gtube, ""];
      await writeFile(join(folder, "gtube.eml"), mail.join("\r\n"));
      return judge(folder);
    }),
};

async function writeMails(folder: string): Promise<void> {
  const mailFrom = "Harbour Club <tickets@foyer.example>";
  const transport = createTransport({ smtpUrl: null, mailFrom, outboxDir: folder });
  const mails = await everyMail({ name: "Ελένη Παπαδοπούλου", title: "Summer Gala by the river" });
  const to = { name: "Zoë", address: "zoe@example.org" };
  for (const { name, mail } of mails) await transport.send({ ...mail, to }, name);
}

async function judge(folder: string): Promise<CheckOutcome> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  const outcome: CheckOutcome = { passed: 0, failures: [] };
  for (const name of names) {
    const { stdout } = await runTool("sh", ["-c", 'spamassassin -L -t < "$1"', "sh", join(folder, name)]);
    const [, points] = /^X-Spam-Status: .*?score=(-?[\d.]+)/m.exec(stdout) ?? [];
    const rules = /tests=([^ ]*(?:\s+\S*?)*?)\s+autolearn/.exec(stdout)?.[1]?.replace(/\s+/g, "") ?? "";
    if (points === undefined) outcome.failures.push(`${name}: SpamAssassin gave no points`);
    else if (Number(points) >= maxPoints) outcome.failures.push(`${name}: ${points} points (${rules})`);
    else outcome.passed += 1;
  }
  return outcome;
}

/**
 * Mails that people can cause by typing somebody's address: at most `maxHourlyMails` of a kind are queued here for one
 * address within any hour. Known and unknown addresses count alike, so a refusal does not reveal which it is.
 */
import type { Tx } from "../db/pool.ts";
import { countHourlyOrRefuse, uncountHourly } from "../limits/hourly.ts";
import { queueMails } from "./mail.ts";
import type { MailToQueue } from "./queuedMail.ts";

export const maxHourlyMails = 10;

/** Queues the mail; one whose key was queued before is not counted. @throws DomainError `tooMany` */
export async function queueRequestedMail(tx: Tx, mail: MailToQueue, now: Date): Promise<void> {
  const limit = { what: `mails: ${mail.kind}`, subject: mail.recipient.toLowerCase(), most: maxHourlyMails };
  const messageOf = (wait: string) =>
    `We have written to ${mail.recipient} several times in the last hour. Check that inbox, or try again in ${wait}.`;
  await countHourlyOrRefuse(tx, limit, { now, words: messageOf });
  if ((await queueMails(tx, [mail])).length === 0) await uncountHourly(tx, [limit]);
}

/**
 * Mails that anybody can cause by typing somebody's address: a link to tickets, a new password, a place on a waiting list.
 * Invariant: one address gets no more than ten of a kind within any hour, whoever asks and from wherever. A kind that is
 * used up leaves the others alone. Whether the address is known to us plays no part, so a refusal tells nothing of it.
 */
import type { Tx } from "../db/pool.ts";
import { mustCountHourly, takeBackHourly } from "../limits/hourly.ts";
import { queueMails } from "./mail.ts";
import type { MailToQueue } from "./queuedMail.ts";

/** How many mails of a kind an address gets within an hour. */
export const mostAskedMails = 10;

/** Queues the mail, or refuses with `tooMany`. One that was queued before by its key is not counted. */
export async function queueAskedMail(tx: Tx, mail: MailToQueue, now: Date): Promise<void> {
  const limit = { what: `mails: ${mail.kind}`, subject: mail.recipient.toLowerCase(), most: mostAskedMails };
  const words = (wait: string) =>
    `We have written to ${mail.recipient} several times within the hour. Look into that inbox, or try again in ${wait}.`;
  await mustCountHourly(tx, limit, { now, words });
  if ((await queueMails(tx, [mail])).length === 0) await takeBackHourly(tx, [limit]);
}

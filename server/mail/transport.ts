/** Invariant: no text of a mail can add a header or a recipient. */
import nodemailer from "nodemailer";
import { writeToOutbox } from "./outbox.ts";
import { nameWithoutLinks, titleWithoutLinks } from "./plainWords.ts";
import { mailSource } from "./source.ts";

/** With `cid` the HTML can show it as `<img src="cid:…">`. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer | string;
  readonly contentType: string;
  readonly cid?: string;
}

/** `url` downloads the file again. */
export interface MailedReceipt {
  readonly url: string;
  readonly file: MailAttachment;
}

export interface ComposedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  readonly replyTo?: Mailbox | null;
  /** The part before the @ of the Message-ID of an earlier mail: mail programs group the two. */
  readonly inReplyTo?: string | null;
  /** An address that unsubscribes the reader by POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail extends ComposedMail {
  readonly to: Mailbox;
}

/** A mail cannot be delivered to its address and must not be retried. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

export interface MailTransport {
  readonly kind: "smtp" | "outbox";
  /**
   * Resolves when the mail was accepted or written, rejects with `RecipientRefused` if it must not be retried.
   * `messageId` is the part before the @: the same for every attempt at the same mail.
   */
  send(message: OutgoingMail, messageId: string): Promise<void>;
  close(): void;
}

const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Opens a transport. `smtpUrl` is smtp://user:password@host:port or smtps://…, or null for the outbox. `mailFrom` is a bare address,
 * or one with a name: "Foyer <tickets@example.org>".
 */
export function createTransport({
  smtpUrl,
  mailFrom,
  outboxDir,
  timeouts = smtpTimeouts,
}: {
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly outboxDir: string;
  readonly timeouts?: typeof smtpTimeouts;
}): MailTransport {
  const domain = /@([^\s@>]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  const idOf = (part: string) => `<${part}@${domain}>`;
  const options = (message: OutgoingMail, messageId: string) => ({
    from: mailFrom,
    to: { name: nameWithoutLinks(oneLine(message.to.name)), address: oneAddress(message.to.address) },
    ...(!message.replyTo || !isOneAddress(message.replyTo.address)
      ? {}
      : {
          replyTo: {
            name: nameWithoutLinks(oneLine(message.replyTo.name)),
            address: message.replyTo.address,
          },
        }),
    subject: titleWithoutLinks(oneLine(message.subject)),
    html: message.html,
    text: message.text,
    messageId: idOf(messageId),
    ...(message.inReplyTo ? { inReplyTo: idOf(message.inReplyTo), references: idOf(message.inReplyTo) } : {}),
    attachments: message.attachments.map((attachment) => ({
      ...attachment,
      filename: oneLine(attachment.filename),
      contentDisposition: attachment.cid === undefined ? ("attachment" as const) : ("inline" as const),
    })),
    headers: {
      // Auto-replies must not answer automatic mail (RFC 3834); Exchange has its own header for it.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "OOF, AutoReply",
      ...(message.unsubscribeUrl === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${message.unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  });

  const write = (message: OutgoingMail, messageId: string) => mailSource(options(message, messageId));
  if (smtpUrl === null)
    return {
      kind: "outbox",
      async send(message, messageId) {
        await writeToOutbox(outboxDir, messageId, write(message, messageId).source);
      },
      close() {},
    };
  const smtp = nodemailer.createTransport({ url: smtpUrl, pool: true, ...timeouts });
  return {
    kind: "smtp",
    async send(message, messageId) {
      const { source, envelope } = write(message, messageId);
      await smtp.sendMail({ raw: source, envelope }).catch((error: unknown) => {
        throw isPermanentRefusal(error) ? new RecipientRefused(error.response) : error;
      });
    },
    close() {
      smtp.close();
    },
  };
}

/**
 * Taken for a refused mailbox: 550 to 553 for RCPT TO, with an enhanced code about addresses or mailboxes, or with none (RFC
 * 5321 §4.2.2, RFC 3463 §3). Codes .7 and .8 are about the sender. Exim's refusal to relay has no enhanced code, and
 * Postfix refuses a sender with 5.1.0: then only the text shows that our sender is refused and not the mailbox.
 */
function isPermanentRefusal(error: unknown): error is Error & { response: string } {
  if (!(error instanceof Error) || !("command" in error) || !("response" in error)) return false;
  const { command, response } = error;
  return (
    command === "RCPT TO" &&
    typeof response === "string" &&
    /^55[0-3][ -](?:5\.[12]\.(?![78])\d|(?!\d\.\d))/.test(response) &&
    !/\brelay(?:ing)? (?:not permitted|denied)|\bsender address rejected/i.test(response)
  );
}

/** Control characters and line breaks could end a header. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Throws unless the text is exactly one address. */
function oneAddress(address: string): string {
  if (!isOneAddress(address)) throw new RecipientRefused("The recipient is not one e-mail address");
  return address;
}

function isOneAddress(address: string): boolean {
  return /^[^\s@<>(),;:"\\\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u.test(address);
}

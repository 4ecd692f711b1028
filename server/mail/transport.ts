/**
 * How does a mail leave? By SMTP, or, without a mail server, as a file in the outbox (server/mail/outbox.ts).
 * Invariant: no text of a mail can add a header, an address or a recipient to it, or a link
 * to its headers.
 */
import nodemailer from "nodemailer";
import { writeToOutbox } from "./outbox.ts";
import { nameInWords, titleInWords } from "./plainWords.ts";
import { mailSource } from "./source.ts";

/** A file that goes with a mail. With `cid` the HTML may show it as `<img src="cid:…">`. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer | string;
  readonly contentType: string;
  readonly cid?: string;
}

/** A receipt that goes with a mail, and where it can be fetched again. */
export interface MailedReceipt {
  readonly url: string;
  readonly file: MailAttachment;
}

/** A mail as its composer writes it. */
export interface ComposedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Where an answer goes; null where nobody reads one. */
  readonly replyTo?: Mailbox | null;
  /** The part before the @ of the Message-ID of the mail that this one belongs to: programs show both together. */
  readonly inReplyTo?: string | null;
  /** An address that takes the reader off a list when a program posts to it (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Somebody's address. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail with whom it is for. */
export interface OutgoingMail extends ComposedMail {
  readonly to: Mailbox;
}

/** There is no such mailbox, or it takes nothing: another try would end the same. The message is the mail server's. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

/** One way out for mails. */
export interface MailTransport {
  readonly kind: "smtp" | "outbox";
  /**
   * Hands a mail over; rejects when the other side did not accept it, with `RecipientRefused` when the address will never be.
   * @param messageId the part of the Message-ID before the @: the same for every attempt at the same mail.
   */
  send(message: OutgoingMail, messageId: string): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** How long a mail server may take: to be connected to, to greet, and between two of its answers. */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Opens the way out.
 * @param smtpUrl smtp://user:password@host:port, or null for the outbox.
 * @param mailFrom the sender, as "Foyer <tickets@example.org>" or a bare address.
 * @param outboxDir the folder for mails that no server takes; made when missing.
 * @param timeouts tests make them shorter.
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
    to: { name: nameInWords(oneLine(message.to.name)), address: oneAddress(message.to.address) },
    ...(!message.replyTo || !isOneAddress(message.replyTo.address)
      ? {}
      : { replyTo: { name: nameInWords(oneLine(message.replyTo.name)), address: message.replyTo.address } }),
    subject: titleInWords(oneLine(message.subject)),
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
      // Away-messages must not answer a machine (RFC 3834); Exchange has a word of its own for it.
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

  /** The whole mail: handed to a mail server in pieces, each of them wakes both sides up. */
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
        throw isRefusedForGood(error) ? new RecipientRefused(error.response) : error;
      });
    },
    close() {
      smtp.close();
    },
  };
}

/**
 * Whether a server said for good that it does not know the mailbox, or that the mailbox takes nothing: 5yz to RCPT TO with
 * an enhanced code of addresses or mailboxes, or with none (RFC 5321 §4.2.2, RFC 3463 §3). What it says of the sender, of
 * relaying or of itself is no fault of the address, and is tried again.
 */
function isRefusedForGood(error: unknown): error is Error & { response: string } {
  if (!(error instanceof Error) || !("command" in error) || !("response" in error)) return false;
  const { command, response } = error;
  return (
    command === "RCPT TO" &&
    typeof response === "string" &&
    /^55[0-3][ -](?:5\.[12]\.\d|(?!\d\.\d))/.test(response)
  );
}

/** Control characters end headers and lines; a name or a subject has none. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** One address and nothing that a mail server could read as a second one. */
function oneAddress(address: string): string {
  if (!isOneAddress(address)) throw new RecipientRefused("The recipient is not one e-mail address");
  return address;
}

function isOneAddress(address: string): boolean {
  return /^[^\s@<>(),;:"\\\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u.test(address);
}

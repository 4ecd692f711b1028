/**
 * nodemailer decides the parts, headers and encodings of a mail (RFC 5322, RFC 2045). Its own stream for each part
 * takes about twice as long as joining them here (docs/decisions/0013-letters-give-way.md).
 */
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import type MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp/index.js";

/** Writes a mail. Throws if a part is neither text nor a buffer. */
export function mailSource(options: ConstructorParameters<typeof MailComposer>[0]) {
  const mail = new MailComposer(options).compile();
  return { source: Buffer.from(sourceOf(mail)), envelope: mail.getEnvelope() };
}

function sourceOf(part: MimeNode): string {
  const headers = `${part.buildHeaders()}\r\n\r\n`;
  if (!part.multipart) return headers + bodyOf(part);
  const parts = part.childNodes.map((one) => `--${part.boundary}\r\n${sourceOf(one)}\r\n`);
  return `${headers}${parts.join("")}--${part.boundary}--\r\n`;
}

function bodyOf(part: MimeNode): string {
  const { content = "" } = part;
  if (typeof content !== "string" && !Buffer.isBuffer(content))
    throw new Error("A part of a mail is neither text nor a buffer");
  const encoding = part.getTransferEncoding();
  if (encoding === "base64") return wrapBase64(Buffer.from(content).toString("base64"));
  // Lines end in CRLF (RFC 5322 §2.3).
  const text = content.toString().replace(/\r\n?|\n/g, "\r\n");
  return encoding === "quoted-printable" ? wrap(encode(text)) : text;
}

/** Base64 in lines of at most 76 characters (RFC 2045 §6.8). */
function wrapBase64(encoded: string): string {
  return encoded.replace(/.{76}(?!$)/g, "$&\r\n");
}

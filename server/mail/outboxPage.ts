/**
 * Invariant: a mail's content is shown as text, or in a frame that runs no scripts, sends no forms and does not have
 * our origin.
 */
import type { Attachment, Email } from "postal-mime";
import { listOutbox, readOutboxMail } from "./outbox.ts";

/** The newest mails as an HTML page, for developers. */
export async function outboxPage(dir: string): Promise<string> {
  const entries = await listOutbox(dir);
  const rows = entries.map(
    ({ id, writtenAt, to, subject, attachmentCount }) => `<tr>
<td><time>${escapeHtml(writtenAt.toISOString().replace("T", " ").slice(0, 19))}</time></td>
<td>${escapeHtml(to)}</td>
<td><a href="/dev/outbox/${escapeHtml(id)}">${escapeHtml(subject || "(no subject)")}</a></td>
<td>${attachmentCount}</td></tr>`,
  );
  return page(
    "Outbox",
    rows.length === 0
      ? "<h1>Outbox</h1><p>No mail has been written yet. Buy a ticket, and its mail will be here.</p>"
      : `<h1>Outbox</h1><p>Mails that were not sent to a mail server, because <code>SMTP_URL</code> is not set.</p>
<table><thead><tr><th>Written (UTC)</th><th>To</th><th>Subject</th><th>Files</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`,
  );
}

/** One mail as an HTML page; null if the outbox has no such mail. */
export async function outboxMailPage(dir: string, id: string): Promise<string | null> {
  const mail = await readOutboxMail(dir, id);
  if (mail === null) return null;
  const links = mail.attachments.flatMap(({ disposition, filename }, index) =>
    disposition === "attachment"
      ? [`<li><a href="/dev/outbox/${escapeHtml(id)}/${index}">${escapeHtml(filename ?? "file")}</a></li>`]
      : [],
  );
  return page(
    mail.subject ?? "Mail",
    `<p><a href="/dev/outbox">All mails</a></p>
<h1>${escapeHtml(mail.subject ?? "")}</h1>
<dl><dt>From</dt><dd>${escapeHtml(addresses(mail.from ? [mail.from] : []))}</dd>
<dt>To</dt><dd>${escapeHtml(addresses(mail.to ?? []))}</dd>
<dt>Date</dt><dd>${escapeHtml(mail.date ?? "")}</dd></dl>
${links.length === 0 ? "" : `<h2>Files</h2><ul>${links.join("")}</ul>`}
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${escapeHtml(frameHtml(mail))}"></iframe>
<h2>As plain text</h2><pre>${escapeHtml(mail.text ?? "")}</pre>`,
  );
}

/** One attachment, to be sent as a download; null if there is none. */
export async function outboxAttachment(
  dir: string,
  id: string,
  index: number,
): Promise<{ readonly filename: string; readonly type: string; readonly body: Buffer } | null> {
  const attachment = (await readOutboxMail(dir, id))?.attachments[index];
  if (attachment === undefined) return null;
  return {
    // The name goes into a header: no character may end it or begin another.
    filename: (attachment.filename ?? "file").replace(/[^\w.-]+/g, "_").slice(0, 100),
    type: /^[\w.+-]+\/[\w.+-]+$/.test(attachment.mimeType) ? attachment.mimeType : "application/octet-stream",
    body: bytesOf(attachment),
  };
}

function frameHtml(mail: Email): string {
  const pictures = new Map(
    mail.attachments.map((attachment) => [attachment.contentId?.replace(/^<|>$/g, ""), attachment]),
  );
  const html = (mail.html ?? "").replace(/(["'])cid:([^"']+)\1/g, (match, quote: string, cid: string) => {
    const picture = pictures.get(cid);
    if (picture === undefined || !/^image\/(png|jpeg|gif|webp)$/.test(picture.mimeType)) return match;
    return `${quote}data:${picture.mimeType};base64,${bytesOf(picture).toString("base64")}${quote}`;
  });
  return `<base target="_blank">${html}`;
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

function addresses(list: NonNullable<Email["to"]>): string {
  return list
    .map(({ name, address }) => (name === "" ? (address ?? "") : `${name} <${address ?? ""}>`))
    .join(", ");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} | Foyer</title>
<style>
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: #0e0e10; color: #e9e6e0;
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: #d9b676 } h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 1.5rem }
table { width: 100%; border-collapse: collapse } th { white-space: nowrap } th, td { vertical-align: top; text-align: left; padding: .5rem; border-bottom: 1px solid #2c2c31 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem } dt { color: #a8a5a0 } dd { margin: 0 }
iframe { width: 100%; height: 75vh; border: 0; border-radius: 12px; background: #fff }
@media (max-width: 40rem) { thead { display: none } tr { display: grid; padding-block: .5rem; border-bottom: 1px solid #2c2c31 }
  td { padding: 0; border: 0 } td:last-child { display: none } time { color: #a8a5a0 } }
pre { background: #1a1a1d; padding: 1rem; border-radius: 12px; white-space: pre-wrap }
</style></head><body><main>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listOutbox } from "./outbox.ts";
import { outboxAttachment, outboxMailPage, outboxPage } from "./outboxPage.ts";
import { createTransport, type OutgoingMail } from "./transport.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foyer-outbox-"));
});
afterEach(() => rm(dir, { recursive: true }));

const nasty = `</iframe><script>alert(1)</script>" onload='x`;

async function writeMail(mail: Partial<OutgoingMail> = {}): Promise<string> {
  await createTransport({ smtpUrl: null, mailFrom: "Foyer <tickets@foyer.example>", outboxDir: dir }).send(
    {
      to: { name: "Zoë", address: "zoe@example.org" },
      subject: "Your tickets",
      html: '<p>Hello &amp; welcome</p><img src="cid:code-1@foyer" alt="code">',
      text: "Hello",
      attachments: [
        {
          filename: "code-1.png",
          content: Buffer.from("PNG"),
          contentType: "image/png",
          cid: "code-1@foyer",
        },
        { filename: "tickets.pdf", content: Buffer.from("%PDF-"), contentType: "application/pdf" },
      ],
      ...mail,
    },
    "mail-1",
  );
  return (await listOutbox(dir))[0]?.id ?? "";
}

describe("the outbox's pages", () => {
  test("the outbox page lists the mails with their recipients", async () => {
    expect(await outboxPage(dir)).toContain("No mail has been written yet");
    const id = await writeMail();
    const page = await outboxPage(dir);
    expect(page).toContain(`<a href="/dev/outbox/${id}">Your tickets</a>`);
    expect(page).toContain("zoe@example.org");
  });

  test("the page of a mail shows it in a frame without scripts, with its picture, and its files as links", async () => {
    const id = await writeMail();
    const page = (await outboxMailPage(dir, id)) ?? "";
    expect(page).toContain(`data:image/png;base64,${Buffer.from("PNG").toString("base64")}`);
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms|top-navigation)/);
    const [, index] = /href="\/dev\/outbox\/[^"]+\/(\d+)">tickets\.pdf</.exec(page) ?? [];
    expect(await outboxAttachment(dir, id, Number(index))).toEqual({
      filename: "tickets.pdf",
      type: "application/pdf",
      body: Buffer.from("%PDF-"),
    });
  });

  test("the outbox pages show any text of a mail as text", async () => {
    const id = await writeMail({
      subject: nasty,
      to: { name: nasty, address: "zoe@example.org" },
      html: nasty,
      text: nasty,
      attachments: [{ filename: `${nasty}\r\nX-Evil: 1`, content: "x", contentType: "text/html" }],
    });
    for (const page of [await outboxPage(dir), (await outboxMailPage(dir, id)) ?? ""]) {
      expect(page).not.toContain("<script>");
      expect(page).toContain("&lt;script&gt;");
      expect(page.match(/<iframe/g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(page).not.toContain(" onload='x");
    }
    expect((await outboxAttachment(dir, id, 0))?.filename).toMatch(/^[\w.-]+$/);
  });

  test("the outbox pages open only the outbox's own mails and files", async () => {
    const id = await writeMail();
    for (const other of ["../../etc/passwd", "..", "", `${id}/../x`]) {
      expect(await outboxMailPage(dir, other)).toBeNull();
      expect(await outboxAttachment(dir, other, 0)).toBeNull();
    }
    for (const index of [-1, 99, Number.NaN, 0.5]) expect(await outboxAttachment(dir, id, index)).toBeNull();
  });
});

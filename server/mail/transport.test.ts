import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { email } from "../../contract/scalars.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { listOutbox, readOutboxMail, writeToOutbox } from "./outbox.ts";
import { createTransport, type MailTransport, type OutgoingMail, RecipientRefused } from "./transport.ts";

const mail: OutgoingMail = {
  to: { name: "Zoë Łukasiewicz", address: "zoe@example.org" },
  subject: "Your tickets: งานเลี้ยง 🎉",
  html: '<p>Hello</p><img src="cid:code-1" alt="">',
  text: "Hello",
  attachments: [
    { filename: "tickets.pdf", content: Buffer.from("%PDF-"), contentType: "application/pdf" },
    { filename: "code-1.png", content: Buffer.from("PNG"), contentType: "image/png", cid: "code-1" },
  ],
};
const mailFrom = "Foyer <tickets@foyer.example>";

let outboxDir: string;
beforeEach(async () => {
  outboxDir = await mkdtemp(join(tmpdir(), "foyer-outbox-"));
});
afterEach(() => rm(outboxDir, { recursive: true }));

describe("a mail sent by SMTP", () => {
  let mailbox: Mailbox;
  let transport: MailTransport;
  beforeAll(async () => {
    mailbox = await startMailbox();
    transport = createTransport({ smtpUrl: mailbox.url, mailFrom, outboxDir: "/nowhere" });
  });
  afterAll(async () => {
    transport.close();
    await mailbox.close();
  });

  test("a mail arrives with its sender, subject and Message-ID, a picture and a file", async () => {
    expect(transport.kind).toBe("smtp");
    await transport.send(mail, "mail-1");
    const arrived = (await mailbox.waitForCount(1)).at(-1);
    expect(arrived).toMatchObject({
      from: { name: "Foyer", address: "tickets@foyer.example" },
      to: [{ name: "Zoë Łukasiewicz", address: "zoe@example.org" }],
      recipients: ["zoe@example.org"],
      subject: mail.subject,
      messageId: "<mail-1@foyer.example>",
    });
    expect(arrived?.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ["code-1.png", "inline"],
      ["tickets.pdf", "attachment"],
    ]);
  });

  test("a web address with a scheme in a name or title is no link in the headers of a mail", async () => {
    const name = "You won! http://evil.example/0";
    const replyTo = { name, address: "office@harbour.example" };
    const to = { ...mail.to, name };
    await transport.send({ ...mail, to, replyTo, subject: `Tickets: ${name}` }, "mail-link");
    expect(mailbox.mails().at(-1)).toMatchObject({
      to: [{ name: "You won! evil. example 0" }],
      replyTo: [{ name: "You won! evil. example 0" }],
      subject: "Tickets: You won! evil. example/0",
    });
  });

  test("a mail has the reply address, the id of the mail that it follows, and headers that stop automatic replies", async () => {
    const replyTo = { name: "Harbour Club", address: "office@harbour.example" };
    await transport.send({ ...mail, replyTo, inReplyTo: "mail-1" }, "mail-9");
    const arrived = mailbox.mails().at(-1)!;
    expect(arrived.replyTo).toEqual([replyTo]);
    expect([arrived.inReplyTo, arrived.references]).toEqual([
      "<mail-1@foyer.example>",
      "<mail-1@foyer.example>",
    ]);
    const headers = new Map(arrived.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("x-auto-response-suppress")).toBe("OOF, AutoReply");
    expect(headers.has("list-unsubscribe")).toBe(false);
  });

  test("a mail has no reply address if the club's address is invalid", async () => {
    await transport.send({ ...mail, replyTo: { name: "x", address: "a@b.example, c@d.example" } }, "mail-10");
    expect(mailbox.mails().at(-1)!.replyTo).toBeUndefined();
  });

  test("a mail of a list has the headers to unsubscribe with one click", async () => {
    const unsubscribeUrl = "https://foyer.example/api/waitingList/unsubscribe?entryId=1&accessKey=abc";
    await transport.send({ ...mail, unsubscribeUrl }, "mail-11");
    const headers = new Map(
      mailbox
        .mails()
        .at(-1)!
        .headers.map(({ key, value }) => [key, value]),
    );
    expect(headers.get("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test("a mail that the server refuses temporarily is sent by the next attempt", async () => {
    const before = mailbox.mails().length;
    mailbox.failNext(1);
    await expect(transport.send(mail, "mail-2")).rejects.toThrow("451");
    expect(mailbox.mails()).toHaveLength(before);
    await transport.send(mail, "mail-2");
    expect(mailbox.mails()).toHaveLength(before + 1);
  });

  test("no name, subject or file name of a mail can add a header of another kind or a recipient", async () => {
    const nasty = fc.oneof(
      fc.constantFrom(
        "x\r\nBcc: thief@evil.example",
        "x\nX-Evil: 1\n\nbody",
        "x\u2028Bcc: thief@evil.example",
        'a" <thief@evil.example>, "b',
        "thief@evil.example, b",
        "=?utf-8?Q?=0D=0ABcc:_thief@evil.example?=",
      ),
      fc.string({ unit: "binary", maxLength: 80 }),
    );
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (name, subject, filename) => {
        const attachments = [{ filename, content: "x", contentType: "text/plain" }];
        const replyTo = { name, address: "club@example.org" };
        await transport.send(
          { ...mail, to: { name, address: "zoe@example.org" }, replyTo, subject, attachments },
          "mail-3",
        );
        const arrived = mailbox.mails().at(-1);
        expect(arrived?.recipients).toEqual(["zoe@example.org"]);
        expect(arrived?.to?.map(({ address }) => address)).toEqual(["zoe@example.org"]);
        expect(arrived?.bcc).toBeUndefined();
        const knownHeaders =
          /^(from|to|subject|message-id|auto-submitted|x-auto-response-suppress|reply-to|date|mime-version|content-type)$/;
        expect(arrived?.headers.map(({ key }) => key).filter((key) => !knownHeaders.test(key))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    "a@b.example, c@d.example",
    "a@b.example\r\nRCPT TO:<c@d.example>",
    "<a@b.example>",
    "nobody",
    "",
  ])("a mail is not sent if the recipient is not exactly one address: %j", async (address) => {
    const before = mailbox.mails().length;
    await expect(transport.send({ ...mail, to: { name: "", address } }, "mail-4")).rejects.toThrow(
      "not one e-mail address",
    );
    expect(mailbox.mails()).toHaveLength(before);
  });

  test("a mail is sent to an address with any Latin-1 character that a form takes before the @", async () => {
    const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
    const taken = characters.filter((character) => email.safeParse(`a${character}b@example.org`).success);
    const before = mailbox.mails().length;
    for (const character of taken)
      await transport.send({ ...mail, to: { name: "", address: `a${character}b@example.org` } }, "mail-13");
    expect(mailbox.mails().length - before).toBe(taken.length);
    expect(taken.length).toBeGreaterThan(80);
  });

  test("a text or attachment of a mail that looks like a path is not replaced by the file", async () => {
    const attachments = [{ filename: "/etc/passwd", content: "harmless", contentType: "text/plain" }];
    await transport.send({ ...mail, html: "/etc/passwd", text: "file:///etc/passwd", attachments }, "mail-5");
    const arrived = mailbox.mails().at(-1)!;
    expect(arrived.source.toString()).not.toContain("root:");
    expect(Buffer.from(arrived.attachments[0]!.content as ArrayBuffer).toString()).toContain("harmless");
  });
});

describe("a mail server that stops answering", () => {
  /** Sends the first of `lines` at once, another for each received chunk, and then nothing. */
  async function startMute(lines: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      const remaining = [...lines];
      const answer = () => {
        const line = remaining.shift();
        if (line !== undefined) socket.write(`${line}\r\n`);
      };
      answer();
      socket.on("data", answer);
      socket.on("error", () => {});
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  // `limitMs` is shorter than nodemailer's own limits: 30 s for the greeting and ten minutes for an answer.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 20, socketTimeout: 20 };
  const limitMs = 25_000;

  test.each([
    ["before its greeting", []],
    ["after its greeting", ["220 mute.example"]],
    ["at the recipient", ["220 mute.example", "250 mute.example", "250 Sender ok"]],
  ])(
    "a mail whose server stops answering %s fails at the timeout, and can be tried again",
    async (_when, lines) => {
      const mute = await startMute(lines);
      const transport = createTransport({ smtpUrl: mute.url, mailFrom, outboxDir: "/nowhere", timeouts });
      try {
        const refused: unknown = await transport.send(mail, "mail-12").catch((error: unknown) => error);
        expect(refused).toMatchObject({ code: "ETIMEDOUT" });
        expect(refused).not.toBeInstanceOf(RecipientRefused);
      } finally {
        transport.close();
        await mute.close();
      }
    },
    limitMs,
  );
});

describe("a mail without a mail server", () => {
  test("without a mail server, a mail is written to a file in the outbox and can be read back", async () => {
    const transport = createTransport({ smtpUrl: null, mailFrom, outboxDir: join(outboxDir, "made") });
    expect(transport.kind).toBe("outbox");
    await transport.send(mail, "mail-1");
    const [entry] = await listOutbox(join(outboxDir, "made"));
    expect(entry).toMatchObject({ to: "zoe@example.org", subject: mail.subject, attachmentCount: 1 });
    const parsed = await readOutboxMail(join(outboxDir, "made"), entry?.id ?? "");
    expect(parsed).toMatchObject({ text: "Hello\n", messageId: "<mail-1@foyer.example>" });
    expect(parsed?.attachments).toHaveLength(2);
  });

  test("a mail in the outbox cannot be read by other users of the machine", async () => {
    const folder = join(outboxDir, "made");
    const id = await writeToOutbox(folder, "mail-1", Buffer.from("Subject: a\r\n\r\nb"));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, `${id}.eml`))).mode & 0o777).toBe(0o600);
  });

  test("mails in the outbox are listed by time, newest first", async () => {
    const source = Buffer.from("Subject: a\r\n\r\nb");
    const late = await writeToOutbox(outboxDir, "mail-a", source, new Date("2026-11-21T00:00:00Z"));
    const early = await writeToOutbox(outboxDir, "mail-b", source, new Date("2026-11-20T23:59:59.999Z"));
    expect((await listOutbox(outboxDir)).map(({ id }) => id)).toEqual([late, early]);
    expect((await listOutbox(outboxDir, 1)).map(({ id }) => id)).toEqual([late]);
  });

  test("the outbox lists no half-written mail and no other file", async () => {
    await writeFile(join(outboxDir, "20261120T101530123Z-mail-1.part"), "Subject: half");
    await writeFile(join(outboxDir, "notes.eml"), "Subject: not ours");
    expect(await listOutbox(outboxDir)).toEqual([]);
    await writeToOutbox(outboxDir, "../../mail/..", Buffer.from("Subject: a\r\n\r\nb"));
    expect(await readdir(outboxDir)).toHaveLength(3);
  });

  test("no mail id can make the outbox read a file outside its folder", async () => {
    await writeFile(join(outboxDir, "secret.eml"), "Subject: secret");
    const inner = join(outboxDir, "inner");
    for (const id of ["../secret", "..", "", "/etc/passwd", "20261120T101530123Z-../../secret", "a\0b"]) {
      expect(await readOutboxMail(inner, id)).toBeNull();
    }
    expect(await readOutboxMail(inner, "20261120T101530123Z-mail-none")).toBeNull();
  });

  test("the list of an outbox without a folder is empty", async () => {
    expect(await listOutbox(join(outboxDir, "never"))).toEqual([]);
  });
});

import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { mailSource } from "./source.ts";

const common = { from: "Foyer <tickets@foyer.example>", to: "zoe@example.org", subject: "Tickets" };
const texts = fc.array(fc.oneof(fc.constantFrom("\n", "\r\n", " ", ".", "=", "\t\n", "งาน"), fc.string()), {
  minLength: 1,
  maxLength: 60,
});

test("a recipient gets any texts and files of a mail unchanged, except for line ends and space at the end of a text", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.uint8Array({ minLength: 1, maxLength: 400 }), async (words, bytes) => {
      const text = `.${words.join("").toWellFormed()}.`;
      const file = { filename: "a.pdf", content: Buffer.from(bytes), contentType: "application/pdf" };
      const content = { text, html: `<p>${text}</p>`, attachments: [file] };
      const { source, envelope } = mailSource({ ...common, ...content });
      expect(envelope).toEqual({ from: "tickets@foyer.example", to: ["zoe@example.org"] });
      const parsed = await PostalMime.parse(source);
      const lines = (value: string | undefined) => value?.replace(/\r\n?|\n/g, "\n").trimEnd();
      expect(lines(parsed.text)).toBe(lines(text));
      expect(lines(parsed.html)).toBe(lines(content.html));
      expect(new Uint8Array(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(bytes);
    }),
  );
});

test("every line of a mail ends in CRLF and is short enough for any mail server", () => {
  fc.assert(
    fc.property(texts, fc.nat(3000), (words, length) => {
      const text = words.join("x".repeat(length)).toWellFormed();
      const file = { filename: "a.pdf", content: Buffer.alloc(length + 1), contentType: "application/pdf" };
      const source = mailSource({ ...common, text, html: text, attachments: [file] }).source.toString();
      expect(source).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
      for (const line of source.split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
    }),
  );
});

test("a part that would be read from a file is refused", () => {
  const fileAttachment = { path: "/etc/passwd" };
  expect(() => mailSource({ ...common, text: "x", attachments: [fileAttachment] })).toThrow(
    /neither text nor a buffer/,
  );
});

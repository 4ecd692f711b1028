import { describe, expect, test } from "vitest";
import { payloads, runnable } from "../testing/payloads.ts";
import { cleanRichText } from "./richText.ts";

describe("a rich text", () => {
  test("a rich text from the editor stays unchanged", () => {
    const text =
      "<h2>Programme</h2><p>Music by <strong>the</strong> <em>river</em>,<br /><u>all</u> <s>night</s>.</p><ul><li><p>one</p></li></ul><ol><li><p>two</p></li></ol><blockquote><p>said</p></blockquote><pre><code>code</code></pre><hr />";
    expect(cleanRichText(text)).toBe(text);
  });

  test("a rich text keeps links to the web, mail and telephone; they open a new tab and are marked nofollow", () => {
    for (const href of [
      "https://example.org/a?b=c",
      "http://example.org",
      "mailto:a@b.c",
      "tel:+4940123",
      "/gala",
    ]) {
      expect(cleanRichText(`<a href="${href}" class="x" onclick="pwn()">go</a>`)).toBe(
        `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">go</a>`,
      );
    }
  });

  test.each(payloads.map((payload, index) => [index, payload] as const))(
    "a rich text loses everything that would run, load or style: %i %s",
    (_, payload) => {
      const once = cleanRichText(`<p>before</p>${payload}<p>after</p>`);
      expect(once).not.toMatch(runnable);
      expect(once).not.toMatch(/\sstyle\s*=/i);
      expect(cleanRichText(once)).toBe(once);
    },
  );

  test.each([
    '<a href="java\tscript:pwn()">go</a>',
    '<a href="java\nscript:pwn()">go</a>',
    '<a href="\u0001javascript:pwn()">go</a>',
    '<a\nhref="javascript:pwn()">go</a>',
    "<img\tsrc=x\tonerror=pwn()>",
  ])("control characters do not bypass the cleaning of a rich text: %j", (text) => {
    expect(cleanRichText(text)).toMatch(
      /^(?:<a target="_blank" rel="noopener noreferrer nofollow">go<\/a>)?$/,
    );
  });

  test("a rich text with thousands of nested tags is cleaned to fewer than 40 levels", () => {
    const deep = `${"<blockquote>".repeat(4000)}x${"</blockquote>".repeat(4000)}`;
    expect((cleanRichText(deep).match(/<blockquote>/g) ?? []).length).toBeLessThan(40);
  });

  test("a title in a rich text becomes a second-level heading, because the page has the title", () => {
    expect(cleanRichText("<h1>Gala</h1>")).toBe("<h2>Gala</h2>");
  });
});

test("there are at least 100 different payloads, and more than 70 match the pattern of what must be cleaned", () => {
  const withoutNumbers = payloads.map((payload) => payload.replace(/pwn\(\d+\)/g, ""));
  expect(new Set(withoutNumbers).size).toBeGreaterThanOrEqual(100);
  expect(payloads.filter((payload) => runnable.test(payload)).length).toBeGreaterThan(70);
});

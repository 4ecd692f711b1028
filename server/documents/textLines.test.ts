import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutLines, graphemes, wrappedLines } from "./textLines.ts";

/** One unit a visible character. */
const measure = (text: string) => graphemes(text).length;
const wrap = (text: string, width: number) => wrappedLines(text, width, measure);

describe("lines of a text", () => {
  test("break at spaces in Latin, and keep punctuation with its word", () => {
    expect(wrap("Dinner, dance & fireworks (weather allowing).", 12)).toEqual([
      "Dinner,",
      "dance &",
      "fireworks",
      "(weather",
      "allowing).",
    ]);
    expect(wrap("Saint-Germain-des-Prés", 30)).toEqual(["Saint-Germain-des-Prés"]);
  });

  test("break between words in Thai, which has no spaces", () => {
    expect(wrap("งานเลี้ยงฤดูร้อนริมแม่น้ำเจ้าพระยา", 12)).toEqual(["งานเลี้ยงฤดูร้อน", "ริมแม่น้ำ", "เจ้าพระยา"]);
  });

  test("hold together what a no-break space joins", () => {
    expect(wrap("until 11:00\u00a0PM", 12)).toEqual(["until", "11:00\u00a0PM"]);
  });

  test("keep the Thai sign of repetition with its word", () => {
    for (const line of wrap("เด็กๆทุกๆคนมาๆไปๆช้าๆ", 4)) expect(line).not.toMatch(/^ๆ/);
  });

  test("break a word that fits no line between its characters, never inside one", () => {
    expect(wrap("Donaudampfschifffahrtsgesellschaft", 12)).toEqual([
      "Donaudampfsc",
      "hifffahrtsge",
      "sellschaft",
    ]);
    expect(wrap("é".normalize("NFD").repeat(5), 2)).toEqual(
      ["éé", "éé", "é"].map((line) => line.normalize("NFD")),
    );
  });

  test("go on after a word that was cut", () => {
    expect(wrap("an incomprehensibilities of it", 10)).toEqual(["an", "incomprehe", "nsibilitie", "s of it"]);
  });

  test("keep paragraphs apart and leave out empty ones", () => {
    expect(wrap("one\r\n\ntwo", 20)).toEqual(["one", "two"]);
    expect(wrap("  ", 20)).toEqual([]);
  });

  test("are never too wide and lose nothing but spaces", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.stringMatching(/^[กขคงเแโา้่ิ ]{0,80}$/),
      fc.lorem(),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (content, width) => {
        const lines = wrap(content, width);
        for (const line of lines) {
          expect(line).not.toBe("");
          // A lone character may be wider than the width; nothing else may.
          if (graphemes(line).length > 1) expect(measure(line)).toBeLessThanOrEqual(width);
        }
        expect(lines.join("").replace(/\s/g, "")).toBe(content.replace(/\s/g, ""));
      }),
    );
  });
});

describe("a text cut to some lines", () => {
  test("ends with an ellipsis that fits", () => {
    expect(cutLines("one two three four", 9, measure, 2)).toEqual(["one two", "three…"]);
    expect(cutLines("abcdefghij", 5, measure, 1)).toEqual(["abcd…"]);
  });

  test("is left alone when it fits", () => {
    expect(cutLines("one two", 9, measure, 1)).toEqual(["one two"]);
  });
});

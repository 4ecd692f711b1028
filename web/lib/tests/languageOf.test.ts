import { expect, test } from "vitest";
import { languageOf } from "../languageOf.ts";

test.each([
  ["งานเลี้ยงประจำปี", "th"],
  ["<p>งานเลี้ยง <strong>Gala</strong></p>", "th"],
  ["Καλοκαιρινή γιορτή", "el"],
  ["夏のガラ", "ja"],
  ["Gala Night (งาน)", undefined],
  ["Sommerfest", undefined],
  ["2031 – 19:00", undefined],
  ["", undefined],
])("the letters of %j show the language %s", (text, lang) => {
  expect(languageOf(text)).toEqual(lang === undefined ? {} : { lang });
});

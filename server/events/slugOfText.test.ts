import fc from "fast-check";
import { expect, test } from "vitest";
import { slugOfText } from "./slugOfText.ts";

test.each([
  ["Pärt und die Elektrizitäten", "paert-und-die-elektrizitaeten"],
  ["Ärger im Öl: Übermut", "aerger-im-oel-uebermut"],
  ["Straßenfest", "strassenfest"],
  ["Crème brûlée & Co.!", "creme-brulee-co"],
  ["Rock'n'Roll & Søul (2026)!", "rocknroll-soul-2026"],
  ["Łódź Żagle", "lodz-zagle"],
  ["ปาร์ตี้", "parti"],
  ["งานเลี้ยง 2569", "nganeliyng-2569"],
  ["๑๒ มกรา", "12-mkra"],
  ["Καλοκαίρι στην Αθήνα", "kalokairi-stin-athina"],
  ["Летний вечер у Щукиных", "letniy-vecher-u-shchukinykh"],
  ["北京 2026", "beijing-2026"],
  ["Gala 🎉 №½", "gala"],
  ["a\u0308", "ae"],
  ["🎉", ""],
])("the address of %j is %j", (name, slug) => {
  expect(slugOfText(name)).toBe(slug);
});

test("an address has only letters, digits and single hyphens, and the address made from an address is the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 90 }), (name) => {
      const slug = slugOfText(name);
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(slugOfText(slug)).toBe(slug);
    }),
  );
});

import { describe, expect, test } from "vitest";
import { drawable } from "./ticketFonts.ts";

describe("a text on a ticket", () => {
  test.each([
    "Zoë Łukasiewicz-Ñandú, 3ème étage",
    "สมหญิง ใจดีมาก",
    "Nguyễn Thị Ánh Tuyết",
    "“Gala” – 50 % · €10 • £5 ฿20",
  ])("keeps what the font can draw: %s", (text) => {
    expect(drawable(text)).toBe(text);
  });

  test("composes letters and their marks", () => {
    expect(drawable("Zoë".normalize("NFD"))).toBe("Zoë");
  });

  test("leaves out emoji, whole families of them at once", () => {
    expect(drawable("Gala 🎉 night 👨‍👩‍👧‍👦🏳️‍🌈!")).toBe("Gala night !");
    expect(drawable("🎉")).toBe("");
  });

  test("leaves out signs that change the direction of what follows, and control signs", () => {
    expect(drawable("Anna\u202E annA\u0000\u200B")).toBe("Anna annA");
  });

  test("leaves out letters that would be boxes, and keeps the rest of the name", () => {
    expect(drawable("مرحبا Amira")).toBe("Amira");
    expect(drawable("漢字")).toBe("");
  });

  test("writes compatibility forms as plain letters", () => {
    expect(drawable("ＦＯＹＥＲ")).toBe("FOYER");
  });
});

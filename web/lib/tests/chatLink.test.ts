import { expect, test } from "vitest";
import { chatLink } from "../chatLink.ts";

test("a chat link contains the phone number, and the text unchanged", () => {
  const link = new URL(chatLink("49401234567", "A question & more: #1"));
  expect(link.origin + link.pathname).toBe("https://wa.me/49401234567");
  expect(link.searchParams.get("text")).toBe("A question & more: #1");
});

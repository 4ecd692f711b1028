import { expect, test } from "vitest";
import { chatLink } from "../chatLink.ts";

test("a chat link names the phone and carries the text as it was given", () => {
  const link = new URL(chatLink("49401234567", "A question & more: #1"));
  expect(link.origin + link.pathname).toBe("https://wa.me/49401234567");
  expect(link.searchParams.get("text")).toBe("A question & more: #1");
});

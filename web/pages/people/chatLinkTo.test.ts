import { expect, test } from "vitest";
import { chatLinkTo } from "./chatLinkTo.ts";

test.each([
  ["+49 (0)40 123-456", "https://wa.me/4940123456?text=Hi%20%26%20bye"],
  ["0066 81 234 5678", "https://wa.me/66812345678?text=Hi%20%26%20bye"],
  ["040 123456", null],
  ["+12", null],
  ["javascript:alert(1)", null],
  [null, null],
])("a chat with %s is at %s", (phone, link) => {
  expect(chatLinkTo(phone, "Hi & bye")).toBe(link);
});

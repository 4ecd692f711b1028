import { expect, test } from "vitest";
import { nameWithoutLinks, titleWithoutLinks } from "./plainWords.ts";

test.each([
  ["You won! Claim at http://evil.example/0", "You won! Claim at evil. example 0"],
  ["evil.example", "evil. example"],
  ["Www.Evil.Example", "www Evil. Example"],
  ["HTTPS://EVIL.EXAMPLE:8080/x?y#z", "EVIL. EXAMPLE:8080 x?y#z"],
  ["write to me@evil.example", "write to me evil. example"],
  ["evil。example", "evil. example"],
  ["javascript://x", "x"],
  ["bücher.example", "bücher. example"],
])("the name %j becomes %j in a header", (name, words) => {
  expect(nameWithoutLinks(name)).toBe(words);
});

test.each([
  "Mia Keller",
  "J.R. Smith",
  "O'Neil-Søren Jr.",
  "นภา ใจดี",
  "Dr. Ana María",
  "Keller, Mia (guest)",
  "李小龍",
])("the name %j stays unchanged in a header", (name) => {
  expect(nameWithoutLinks(name)).toBe(name);
});

// A title may contain dots, so only an address with a scheme, "www." or something after its host is changed.
test.each([
  ["Your ticket for Node.js night", "Your ticket for Node.js night"],
  ["Refunded: your payment of €12.50 for Gala 3.0", "Refunded: your payment of €12.50 for Gala 3.0"],
  ["Your tickets for http://evil.example/x", "Your tickets for evil. example/x"],
  ["Your tickets for evil.example/x", "Your tickets for evil. example/x"],
  ["Cats/Dogs 2027 www.evil.example", "Cats/Dogs 2027 www evil.example"],
])("the title %j becomes %j in a header", (title, words) => {
  expect(titleWithoutLinks(title)).toBe(words);
});

import { expect, test } from "vitest";
import { passwordProblem } from "../../../contract/rules/password.ts";
import { makePassword, randomText } from "./makePassword.ts";

test("a random text has 8 characters by default: letters, digits and symbols", () => {
  expect(randomText()).toHaveLength(8);
  const many = randomText(20_000);
  expect(many).toMatch(/^[\x21-\x7e]+$/);
  expect(new Set(many).size).toBe(26 * 2 + 10 + 26);
});

test("all characters are equally likely", () => {
  const counted = new Map<string, number>();
  // Counts from 100. There are 88 characters: bytes from 176 on are skipped, or some would come more often.
  let offset = 100;
  const everyByte = (bytes: Uint8Array) => {
    for (const [index] of bytes.entries()) bytes[index] = offset++ % 256;
  };
  for (const character of randomText(88 * 2, everyByte))
    counted.set(character, (counted.get(character) ?? 0) + 1);
  expect(new Set(counted.values())).toEqual(new Set([2]));
});

test("a generated password has 16 characters and follows the rules", () => {
  for (let n = 0; n < 200; n++) {
    const password = makePassword();
    expect(password).toHaveLength(16);
    expect(passwordProblem(password)).toBeNull();
  }
});

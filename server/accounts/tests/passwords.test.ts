import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { decoyHash, hashing, hashPassword, isPassword } from "../passwords.ts";

test("a password opens with its own hash, and no other does", async () => {
  const stored = await hashPassword("correct horse battery staple");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, "correct horse battery staple")).toBe(true);
  expect(await isPassword(stored, "correct horse battery stapler")).toBe(false);
});

test("of an address that nobody has no password is right, and to say so takes as long", async () => {
  expect(await isPassword(null, "anything")).toBe(false);
  const settingsOf = (stored: string) => stored.split("$").slice(0, 4);
  expect(settingsOf(decoyHash)).toEqual(settingsOf(await hashPassword("anything")));
});

test("passwords are worked on in a process that gives way to the shop", async () => {
  await hashPassword("anything");
  expect(hashing.pid).toEqual(expect.any(Number));
  expect(hashing.pid).not.toBe(process.pid);
  expect(getPriority(hashing.pid)).toBeGreaterThan(getPriority());
});

test("when its process is killed a sign-in is asked to come again, and the next one is answered", async () => {
  const stored = await hashPassword("first");
  const under = isPassword(stored, "first");
  process.kill(hashing.pid!, "SIGKILL");
  await expect(under).rejects.toMatchObject({ code: "busy" });
  expect(await isPassword(stored, "first")).toBe(true);
});

import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { decoyHash, hashing, hashPassword, isPassword } from "../passwords/passwords.ts";

test("a hash accepts its own password and no other", async () => {
  const stored = await hashPassword("correct horse battery staple");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, "correct horse battery staple")).toBe(true);
  expect(await isPassword(stored, "correct horse battery stapler")).toBe(false);
});

test("no password is right for an unknown address, and the decoy hash has the same cost as a real hash", async () => {
  expect(await isPassword(null, "anything")).toBe(false);
  const settingsOf = (stored: string) => stored.split("$").slice(0, 4);
  expect(settingsOf(decoyHash)).toEqual(settingsOf(await hashPassword("anything")));
});

test("passwords are hashed in another process with a lower priority than the server", async () => {
  await hashPassword("anything");
  expect(hashing.pid).toEqual(expect.any(Number));
  expect(hashing.pid).not.toBe(process.pid);
  expect(getPriority(hashing.pid)).toBeGreaterThan(getPriority());
});

test("a password check is refused as busy if the hashing process is killed, and the next check works", async () => {
  const stored = await hashPassword("first");
  const interrupted = isPassword(stored, "first");
  process.kill(hashing.pid!, "SIGKILL");
  await expect(interrupted).rejects.toMatchObject({ code: "busy" });
  expect(await isPassword(stored, "first")).toBe(true);
});

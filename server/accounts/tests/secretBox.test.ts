import { expect, test } from "vitest";
import { openSecretBox } from "../secretBox.ts";

const [today, former, other] = ["of today", "that was replaced", "of another site"];
const box = openSecretBox([today, former]);
const row = "second factor of user 7";

test("what is sealed opens for its row, and tells nothing as it is kept", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(sealed, row)).toBe("JBSWY3DPEHPK3PXP");
  expect(sealed.toString("latin1")).not.toContain("JBSWY3DP");
  expect(box.seal("JBSWY3DPEHPK3PXP", row)).not.toEqual(sealed);
  expect(sealed.subarray(0, box.mark.length)).toEqual(box.mark);
});

test("it does not open for another row, nor without the secret", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(sealed, "second factor of user 8")).toBeNull();
  expect(openSecretBox([other]).open(sealed, row)).toBeNull();
});

test("what is damaged at any place, or broken off anywhere, does not open and breaks nothing", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  for (let at = 0; at < sealed.length; at++) {
    const damaged = Buffer.from(sealed);
    damaged[at]! ^= 1;
    expect(box.open(damaged, row), `byte ${at}`).toBeNull();
    expect(box.open(sealed.subarray(0, at), row), `${at} bytes`).toBeNull();
  }
});

test("a replaced secret opens what it sealed, and seals no more", () => {
  const before = openSecretBox([former]).seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(before, row)).toBe("JBSWY3DPEHPK3PXP");
  expect(before.subarray(0, box.mark.length)).not.toEqual(box.mark);
  expect(openSecretBox([former]).open(box.seal("JBSWY3DPEHPK3PXP", row), row)).toBeNull();
});

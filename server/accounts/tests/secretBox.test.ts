import { expect, test } from "vitest";
import { openSecretBox } from "../secondFactor/secretBox.ts";

const [current, former, other] = ["the current secret", "a replaced secret", "the secret of another site"];
const box = openSecretBox([current, former]);
const row = "second factor of user 7";

test("a sealed text can be opened for its row, and its stored form does not reveal it", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(sealed, row)).toBe("JBSWY3DPEHPK3PXP");
  expect(sealed.toString("latin1")).not.toContain("JBSWY3DP");
  expect(box.seal("JBSWY3DPEHPK3PXP", row)).not.toEqual(sealed);
  expect(sealed.subarray(0, box.mark.length)).toEqual(box.mark);
});

test("a sealed text cannot be opened for another row or without the secret", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(sealed, "second factor of user 8")).toBeNull();
  expect(openSecretBox([other]).open(sealed, row)).toBeNull();
});

test("a sealed text that is damaged or cut off anywhere opens as null, without an error", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", row);
  for (let index = 0; index < sealed.length; index++) {
    const damaged = Buffer.from(sealed);
    damaged[index]! ^= 1;
    expect(box.open(damaged, row), `byte ${index}`).toBeNull();
    expect(box.open(sealed.subarray(0, index), row), `${index} bytes`).toBeNull();
  }
});

test("a replaced secret still opens what it sealed, and is not used to seal", () => {
  const before = openSecretBox([former]).seal("JBSWY3DPEHPK3PXP", row);
  expect(box.open(before, row)).toBe("JBSWY3DPEHPK3PXP");
  expect(before.subarray(0, box.mark.length)).not.toEqual(box.mark);
  expect(openSecretBox([former]).open(box.seal("JBSWY3DPEHPK3PXP", row), row)).toBeNull();
});

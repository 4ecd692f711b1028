import { expect, test } from "vitest";
import { accentStyle } from "./accent.ts";

test("an event's colour is used only if it is written as #rgb or #rrggbb", () => {
  for (const color of ["#c95", "#C79F5A"]) expect(accentStyle(color)).toEqual({ "--eventAccent": color });
  for (const color of [null, "", "red", "#c95a", "#c79f5a;x"]) expect(accentStyle(color)).toBeUndefined();
});

import { expect, test } from "vitest";
import { loggedPath } from "./loggedPath.ts";

test.each([
  ["/api/registration/getRegistration?registrationId=7&accessKey=abc", "/api/registration/getRegistration"],
  ["/door/Zm9v_YmFyLWJhegAAAAAA", "/door/…"],
  ["/door/Zm9v_YmFyLWJhegAAAAAA/?theme=light", "/door/…/"],
  ["/api/door/getDoor?eventId=7", "/api/door/getDoor"],
  ["/event/7/door", "/event/7/door"],
  ["/", "/"],
])("the log says of %s no more than %s", (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

import { expect, test } from "vitest";
import { loggedPath } from "../loggedPath.ts";

test.each([
  ["/api/registration/getRegistration?registrationId=7&accessKey=abc", "/api/registration/getRegistration"],
  ["/door/Zm9v_YmFyLWJhegAAAAAA", "/door/…"],
  ["/door/Zm9v_YmFyLWJhegAAAAAA/?theme=light", "/door/…/"],
  ["/Door/short", "/Door/…"],
  ["/d%6For/%5A%6D", "/d%6For/…"],
  ["//door/Zm9v_YmFyLWJhegAAAAAA", "(another site)"],
  ["/.//door/Zm9v_YmFyLWJhegAAAAAA", "(another site)"],
  ["http://evil.example/door/Zm9v_YmFyLWJhegAAAAAA", "(another site)"],
  ["/gala/Zm9v_YmFyLWJhegAAAAAA", "/gala/…"],
  ["/event/7/qr/1118/668/6527fe8a-77d3-4b8a-9d0e-0c1e3a5b7f90", "/event/7/qr/1118/668/…"],
  ["/harbour-regatta-of-the-summer-2027", "/harbour-regatta-of-the-summer-2027"],
  ["/assets/Event-DkHJd9s2AbCdEfGh.js", "/assets/Event-DkHJd9s2AbCdEfGh.js"],
  ["/api/door/getDoor?eventId=7", "/api/door/getDoor"],
  ["/event/7/door", "/event/7/door"],
  ["/", "/"],
])("the log writes the address %s as %s", (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

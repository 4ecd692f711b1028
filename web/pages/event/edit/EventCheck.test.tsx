import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { EventCheck } from "./EventCheck.tsx";

test("the answer to a check is shown only while the form has the values that were checked", () => {
  const file = new File(["a"], "regatta.zip", { lastModified: 1 });
  const values = { file: [file], withPeople: true };
  const imported = { people: 12, leftOut: [], unkeptFields: [] };
  const result = { name: "Regatta", imported } as never;
  const shown = (current: unknown) =>
    renderToString(<EventCheck checked={{ values, result }} values={current} />);
  expect(shown({ ...values })).toContain("can be added with 12 people.");
  expect(shown({ ...values, withPeople: false })).toBe('<div role="status"></div>');
  expect(shown({ ...values, file: [] })).toBe('<div role="status"></div>');
  expect(renderToString(<EventCheck checked={null} values={values} />)).toBe('<div role="status"></div>');
});

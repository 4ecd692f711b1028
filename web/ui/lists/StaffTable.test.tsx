import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { StaffTable } from "./StaffTable.tsx";

const html = (sort: string) =>
  renderToString(
    <StaffTable
      label="Guests"
      rows={[
        { id: 1, name: "Mia", phone: null },
        { id: 2, name: "Ada", phone: "+49" },
      ]}
      columns={[
        { key: "name", title: "Name", order: "name", onCard: "head", render: ({ name }) => name },
        { key: "phone", title: "Phone", order: "phone", render: ({ phone }) => phone },
      ]}
      sort={sort}
    />,
  );

test("every part of a table has its role, even if CSS changes its display", () => {
  const parts = [...html("").matchAll(/<(table|thead|tbody|tr|th|td)\b([^>]*)>/g)];
  const roles = new Set(parts.map(([, name, rest]) => `${name} ${/role="(\w+)"/.exec(rest!)?.[1]}`));
  expect([...roles].sort()).toEqual([
    "table table",
    "tbody rowgroup",
    "td cell",
    "th columnheader",
    "thead rowgroup",
    "tr row",
  ]);
});

test("each cell has its column's title for the card, and is empty without a value", () => {
  expect(html("")).toMatch(/<td[^>]*data-label="Name"[^>]*>Mia<\/td>/);
  expect(html("")).toMatch(/<td[^>]*data-label="Phone"[^>]*><\/td>/);
});

test("only the heading of the sorted column has a sort direction", () => {
  const sorted = (sort: string) =>
    [...html(sort).matchAll(/aria-sort="(\w+)"[^>]*><button[^>]*>(\w+)/g)].map(([, ...found]) => found);
  expect([sorted("name"), sorted("-name"), sorted("")]).toEqual([
    [["ascending", "Name"]],
    [["descending", "Name"]],
    [],
  ]);
});

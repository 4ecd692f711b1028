import { expect, test } from "vitest";
import type { ImportColumn } from "../../../../contract/shapes/people.ts";
import { othersFileName, othersFileText } from "./othersFile.ts";

const column = (heading: string): ImportColumn => ({ heading, meaning: "additional" });

test("the file of the skipped rows has the columns of the imported file, and each row's reason", () => {
  const text = othersFileText({
    columns: [column("Name"), column("E-mail")],
    skipped: [
      { row: 3, reason: "has no name", cells: ["", "a@example.org", "beyond the headings"] },
      { row: 9, reason: "has no e-mail address", cells: ['=Bea "B"'] },
    ],
  });
  expect(text).toBe(
    [
      '\uFEFF"Name","E-mail","Not imported because"',
      '"","a@example.org","has no name"',
      `"'=Bea ""B""","","has no e-mail address"`,
      "",
    ].join("\r\n"),
  );
});

test("reasons of an earlier import are replaced", () => {
  const columns = [column("Name"), column("Not imported because"), column("E-mail")];
  const skipped = [{ row: 2, reason: "has no name", cells: ["", "has no ticket", "a@example.org"] }];
  const lines = othersFileText({ columns, skipped }).split("\r\n");
  expect(lines[0]).toBe('\uFEFF"Name","E-mail","Not imported because"');
  expect(lines[1]).toBe('"","a@example.org","has no name"');
});

test("the file's name contains the name of the imported file", () => {
  expect(othersFileName("Gäste.v2.xlsx")).toBe("Gäste.v2 - not imported.csv");
  expect(othersFileName("people - not imported.csv")).toBe("people - not imported.csv");
  expect(othersFileName("people")).toBe("people - not imported.csv");
});

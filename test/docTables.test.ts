import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { composers } from "../server/mailer/mailTasks.ts";
import { sweepSteps } from "../server/tasks.ts";

function firstCells(text: string, heading: string): string[] {
  const table = text.slice(text.indexOf(heading)).split("\n\n")[0]!;
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
}
const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

/** Takes the place of any argument, because the functions of the lists are never called. */
const unused = new Proxy({}, { get: () => unused }) as never;

test("the table of mails names each kind of mail once, and no other", () => {
  const listed = firstCells(read("docs/choices/mail-and-documents.md"), "| Kind | To | When |");
  expect(listed.toSorted()).toEqual(Object.keys(composers(unused)).sort());
});

test("the table of the sweep names its steps in their order, and no other", () => {
  expect(firstCells(read("docs/operations.md"), "| step | what it does |")).toEqual(
    Object.keys(sweepSteps(unused)),
  );
});

test("only the rows of the table under the heading are read", () => {
  const planted =
    "| `no` | x |\n\n| Kind | To |\n|---|---|\n| `tickets` | `buyer` |\n| plain | x |\n\n| `later` | x |";
  expect(firstCells(planted, "| Kind | To |")).toEqual(["tickets"]);
});

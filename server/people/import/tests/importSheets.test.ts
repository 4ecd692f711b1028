import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { sheetsOf } from "../../../testing/hostile/archive.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { sheetChooser } from "../importSheets.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

const rowOf = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
const people = rowOf("Name", "E-mail") + rowOf("Ada", "ada@example.org");

async function previewOf(file: Buffer, sheet?: string) {
  const { id } = await buildEvent(app.database.db, { clubId });
  await buildTicket(app.database.db, id, { title: "Adult" });
  const form = new FormData();
  form.set("eventId", String(id));
  form.set("dryRun", "true");
  if (sheet !== undefined) form.set("sheet", sheet);
  form.set("file", new Blob([new Uint8Array(file)]), "people.xlsx");
  const encoded = new Response(form);
  const response = await app.http.inject({
    method: "POST",
    url: "/api/registration/bulkImportAttendee",
    headers: { authorization: token, "content-type": encoded.headers.get("content-type")! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, ...response.json() };
}

test("the positions are read from a pretix file of order data, and another sheet can be chosen", async () => {
  const file = await readFile(new URL("movedFrom/pretix-orderdata.xlsx", import.meta.url));
  const guessed = await previewOf(file);
  expect(guessed.payload).toMatchObject({
    sheets: ["Orders", "Order positions", "Order fees"],
    sheet: "Order positions",
    preset: "pretix",
    presetAdvice: null,
    rowCount: 112,
  });
  const orders = await previewOf(file, "Orders");
  expect(orders.payload).toMatchObject({ sheet: "Orders", rowCount: 68 });
  expect(orders.payload.presetAdvice).toMatch(/^This list has orders without their people\./);
  const unknown = await previewOf(file, "Order Positions");
  expect([unknown.status, JSON.stringify(unknown.payload)]).toEqual([
    400,
    expect.stringContaining("is not a sheet of this file"),
  ]);
});

test("a sheet without cells is not offered, and a list of people comes before notes", async () => {
  const file = sheetsOf({ Notes: rowOf("Ask Mia"), Empty: "<row/>", "Our guests": people });
  const { payload } = await previewOf(file);
  expect(payload).toMatchObject({ sheets: ["Notes", "Our guests"], sheet: "Our guests", rowCount: 1 });
});

test("a file with one sheet offers only that sheet, and a .csv file offers none", async () => {
  expect((await previewOf(sheetsOf({ People: people }))).payload).toMatchObject({ sheets: ["People"] });
  const { payload } = await previewOf(Buffer.from("Name,E-mail\nAda,ada@example.org"));
  expect(payload).toMatchObject({ sheets: [], sheet: null, rowCount: 1 });
});

test("a .json file is refused with a message that names .json", async () => {
  const { status, msg } = await previewOf(Buffer.from('{"event": {"name": "Summer Gala"}}'));
  expect([status, msg]).toEqual([400, "This is a .json file. Export the list as .xlsx or .csv."]);
});

test("only the first fifty sheets of a workbook are read", async () => {
  const names = Array.from({ length: 300 }, (_, n) => [`Sheet ${n}`, n === 200 ? people : rowOf("x")]);
  const { choose, sheets } = sheetChooser(null);
  const read: string[][] = [];
  for await (const batch of readSheet(sheetsOf(Object.fromEntries(names)), {
    mostRows: 100,
    chooseSheet: choose,
  }))
    read.push(...batch);
  expect([sheets.names.length, sheets.chosen, read]).toEqual([50, "Sheet 0", [["x"]]]);
});

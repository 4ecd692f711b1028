import { parentPort, workerData } from "node:worker_threads";
import { byteOrderMark, csvText } from "../../contract/rules/csv.ts";
import { rowsIn } from "./batch.ts";
import type { SheetSettings, WriteMessage } from "./writeSheet.ts";
import { xlsxWriter } from "./xlsx.ts";

const settings = workerData as SheetSettings;
const port = parentPort!;

const writer = settings.format === "xlsx" ? xlsxWriter(settings) : csvWriter();

port.on("message", (message: WriteMessage) => {
  const piece = "end" in message ? writer.end() : writer.rows(message.rows);
  // The piece may be a part of a larger buffer.
  const copy = new Uint8Array(piece);
  port.postMessage(copy, [copy.buffer]);
});

function csvWriter(): ReturnType<typeof xlsxWriter> {
  let head = byteOrderMark + csvText([settings.columns.map(({ heading }) => heading)]);
  const withHead = (text: string): Buffer => {
    const bytes = Buffer.from(head + text);
    head = "";
    return bytes;
  };
  return { rows: (batch) => withHead(csvText(rowsIn(batch))), end: () => withHead("") };
}

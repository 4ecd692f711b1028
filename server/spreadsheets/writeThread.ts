/** The thread that writes one table (writeSheet.ts): it takes batches of rows and returns pieces of the file. */
import { parentPort, workerData } from "node:worker_threads";
import { byteOrderMark, csvText } from "../../contract/rules/csv.ts";
import { rowsIn } from "./batch.ts";
import type { SheetSettings, WriteMessage } from "./writeSheet.ts";
import { xlsxWriter } from "./xlsx.ts";

const order = workerData as SheetSettings;
const port = parentPort!;

const writer = order.format === "xlsx" ? xlsxWriter(order) : csvWriter();

port.on("message", (message: WriteMessage) => {
  const piece = "end" in message ? writer.end() : writer.rows(message.rows);
  const copy = new Uint8Array(piece);
  port.postMessage(copy, [copy.buffer]);
});

function csvWriter(): ReturnType<typeof xlsxWriter> {
  let head = byteOrderMark + csvText([order.columns.map(({ heading }) => heading)]);
  const withHead = (text: string): Buffer => {
    const bytes = Buffer.from(head + text);
    head = "";
    return bytes;
  };
  return { rows: (batch) => withHead(csvText(rowsIn(batch))), end: () => withHead("") };
}

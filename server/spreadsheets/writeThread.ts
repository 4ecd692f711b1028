/** The thread that writes one table (writeSheet.ts): it takes batches of rows and returns pieces of the file. */
import { parentPort, workerData } from "node:worker_threads";
import { byteOrderMark, csvText } from "../../contract/rules/csv.ts";
import { rowsIn } from "./batch.ts";
import type { SheetOrder, WriteMessage } from "./writeSheet.ts";
import { xlsxWriter } from "./xlsx.ts";

const order = workerData as SheetOrder;
const port = parentPort!;

const writer = order.format === "xlsx" ? xlsxWriter(order) : csvWriter();

port.on("message", (message: WriteMessage) => {
  const piece = "end" in message ? writer.end() : writer.rows(message.rows);
  const own = new Uint8Array(piece);
  port.postMessage(own, [own.buffer]);
});

function csvWriter(): ReturnType<typeof xlsxWriter> {
  let lead = byteOrderMark + csvText([order.columns.map(({ heading }) => heading)]);
  const led = (text: string): Buffer => {
    const bytes = Buffer.from(lead + text);
    lead = "";
    return bytes;
  };
  return { rows: (batch) => led(csvText(rowsIn(batch))), end: () => led("") };
}

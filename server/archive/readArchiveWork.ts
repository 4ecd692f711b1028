import { streamCsvRows } from "hucre/csv";
import { withoutGuard } from "../../contract/rules/csv.ts";
import { type EventFile, eventFile, FORMAT_VERSION } from "../../contract/shapes/eventFile.ts";
import { DomainError } from "../domainError.ts";
import { answerRequests } from "../processes/answerRequests.ts";
import { openQuoteLine } from "../spreadsheets/openQuote.ts";
import { type PackedRows, packRows } from "../spreadsheets/packedRows.ts";
import { openZip, type ZipParts } from "../spreadsheets/zipParts.ts";
import { archiveNames } from "./names.ts";

/** The archive first, then one request for each batch of rows of a table, and for each picture. */
export type ArchiveRequest =
  | { readonly file: Uint8Array }
  | { readonly table: string }
  | { readonly next: "banner" }
  | { readonly picture: string };

/** `rows` is null after the last, and without the table (attendees.csv is required); `picture` is null without one. */
export type ArchiveAnswer =
  | { readonly event: EventFile }
  | { readonly rows: PackedRows | null }
  | { readonly picture: Uint8Array | null };

const batchRows = 1000;
const maxEventBytes = 8 * 2 ** 20;
const maxTableBytes = 64 * 2 ** 20;
const maxPictureBytes = 10 * 2 ** 20;
const maxColumns = 400;

let parts: ZipParts | undefined;
let open: { name: string; rows: Generator<string[][]> } | undefined;

answerRequests<ArchiveRequest, ArchiveAnswer>(async (request) => {
  if ("file" in request) {
    parts = await openZip(Buffer.from(request.file), {
      file: "archive",
      parts: "It has more files than the archive of an event has.",
      inflated: "Unpacked, it has more than 96 MB.",
      ratio: "It unpacks to more than a hundred times its size, which no archive of an event does.",
    });
    return { event: await readEvent(parts) };
  }
  if ("next" in request) return { picture: await readBanner(parts!) };
  if ("picture" in request)
    return {
      picture: parts!.has(request.picture) ? await readPart(parts!, request.picture, maxPictureBytes) : null,
    };
  const name = request.table;
  if (open?.name !== name) {
    if (name !== archiveNames.attendees && !parts!.has(name)) return { rows: null };
    open = { name, rows: batchesOf(name, await readText(parts!, name, maxTableBytes)) };
  }
  const { value } = open.rows.next();
  return { rows: value === undefined ? null : packRows(value) };
});

async function readEvent(archive: ZipParts): Promise<EventFile> {
  if (!archive.has(archiveNames.event))
    throw refusal("This is no archive of an event: it has no file event.json.");
  const text = await readText(archive, archiveNames.event, maxEventBytes);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw refusal("The file event.json of this archive is no JSON.");
  }
  const { version } = Object(content) as { version?: unknown };
  if (typeof version === "number" && version > FORMAT_VERSION)
    throw refusal("This archive was written by a newer Foyer, which this one cannot read.");
  const checked = eventFile.safeParse(content);
  if (checked.success) return checked.data;
  const { path, message } = checked.error.issues[0]!;
  throw refusal(`The file event.json of this archive is wrong: ${path.join(".").slice(0, 200)} ${message}.`);
}

async function readBanner(archive: ZipParts): Promise<Uint8Array | null> {
  const name = ["jpg", "png"]
    .map((ending) => `${archiveNames.banner}.${ending}`)
    .find((one) => archive.has(one));
  return name === undefined ? null : readPart(archive, name, maxPictureBytes);
}

async function readText(archive: ZipParts, name: string, maxBytes: number): Promise<string> {
  const bytes = await readPart(archive, name, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal(`The file ${name} of this archive is no text in UTF-8.`);
  }
}

async function readPart(archive: ZipParts, name: string, maxBytes: number): Promise<Buffer> {
  if (!archive.has(name)) throw refusal(`This archive has no file ${name}: it was made without people.`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of archive.inflated(name)) {
    bytes += piece.length;
    if (bytes > maxBytes) throw refusal(`The file ${name} of this archive is too large.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function* batchesOf(name: string, text: string): Generator<string[][]> {
  const line = openQuoteLine(text, ",");
  if (line !== null)
    throw refusal(`In line ${line} of ${name} a cell begins with a quotation mark and never ends.`);
  let batch: string[][] = [];
  for (const values of streamCsvRows(text, { delimiter: "," })) {
    if (values.length > maxColumns) throw refusal(`The file ${name} has more than ${maxColumns} columns.`);
    batch.push(values.map((value) => withoutGuard(String(value ?? ""))));
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function refusal(sentence: string): DomainError {
  return new DomainError("invalidFile", sentence);
}

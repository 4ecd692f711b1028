import { extname } from "node:path";
import { byteOrderMark, csvText } from "../../contract/rules/csv.ts";
import type { Db } from "../db/pool.ts";
import { type EventWithClub, eventKey } from "../events/rows.ts";
import { type ImageKind, storedImage } from "../media/images.ts";
import { fieldsOfEvent } from "../people/exportPeople.ts";
import { recordFilesOf, recordRows } from "../people/import/archivedRecords.ts";
import { writeZip, type ZipFile } from "../spreadsheets/writeZip.ts";
import { eventFileOf } from "./eventFile.ts";
import { archiveNames, boughtExtrasField } from "./names.ts";
import { attendeesTable, logosOf, otherTables, tablePieces } from "./tables.ts";

export interface ArchiveParts {
  db: Db;
  dataDir: string;
}

export interface ArchiveToWrite {
  event: EventWithClub;
  people: boolean;
}

/** The pieces of a .zip, written as a stream, so that no table is in memory as a whole. */
export function writeArchive(parts: ArchiveParts, request: ArchiveToWrite): AsyncGenerator<Uint8Array> {
  return writeZip(filesOf(parts, request));
}

async function* filesOf(
  { db, dataDir }: ArchiveParts,
  { event, people }: ArchiveToWrite,
): AsyncGenerator<ZipFile> {
  const about = [
    `${archiveNames.event}: settings, texts, tickets, questions, extras, packages and promo codes`,
  ];
  const file = await eventFileOf(db, event, { people });
  yield { name: archiveNames.event, content: [Buffer.from(`${JSON.stringify(file, null, 2)}\n`)] };
  if (people) {
    const { private_key: privateKey } = (await eventKey(db, event.id))!;
    const fields = (await fieldsOfEvent(db, event.id)).filter((field) => field !== boughtExtrasField);
    const questions = [...file.questions, ...(file.removedQuestions ?? [])];
    const context = { event, questions, fields, privateKey };
    for (const table of [attendeesTable(context), ...otherTables(event)]) {
      yield { name: table.name, content: tablePieces(db, table) };
      about.push(`${table.name}: ${table.about}`);
    }
    for (const name of await recordFilesOf(db, event.id)) {
      yield { name, content: recordPieces(db, event.id, name) };
      about.push(
        `${name}: rows of the archive that this event was created from, without ticket codes; their ids belong to another event`,
      );
    }
  }
  const pictures: { kind: ImageKind; stored: string; name: string; words: string }[] = [];
  if (event.banner !== null) {
    const name = archiveNames.banner + extname(event.banner);
    pictures.push({
      kind: "event-banner",
      stored: event.banner,
      name,
      words: "the picture of the event's page",
    });
  }
  for (const logo of people ? await logosOf(db, event.id) : [])
    pictures.push({ kind: "sponsor-logo", ...logo, words: "a sponsor's logo" });
  for (const { kind, stored, name, words } of pictures) {
    const content = await storedImage(dataDir, kind, stored);
    if (content === null) continue;
    yield { name, content: [content] };
    about.push(`${name}: ${words}`);
  }
  yield { name: "README.txt", content: [Buffer.from(readme(event, people, about))] };
}

async function* recordPieces(db: Db, eventId: number, name: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark);
  for await (const rows of recordRows(db, eventId, name)) yield Buffer.from(csvText(rows));
}

function readme(event: EventWithClub, people: boolean, about: readonly string[]): string {
  const lines = [
    `The archive of ${event.name} (${event.club_name}), written by Foyer.`,
    "",
    ...about,
    "",
    "Tables are .csv files in UTF-8, with times in UTC and amounts in the currency's main unit, if a column's heading says nothing else.",
    "Foyer can create a new event from this file: on the page Add event, choose “Event from a file”.",
    privacyWords(people),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** What README.txt says about personal data. */
export function privacyWords(people: boolean): string {
  return people
    ? "This archive has personal data, and codes that let people in. Keep it as carefully as the guest list."
    : "This archive has no personal data of visitors.";
}

/** The name of an event's archive, without ending and date. */
export function archiveFileName({ slug }: Pick<EventWithClub, "slug">): string {
  return slug.replace(/[^a-z0-9-]/g, "");
}

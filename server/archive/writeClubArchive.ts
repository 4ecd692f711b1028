import { extname } from "node:path";
import { presentClub } from "../clubs/present.ts";
import type { ClubRow } from "../clubs/rows.ts";
import { presentTaxRate, taxRatesOfClub } from "../clubs/taxRateRows.ts";
import { eventIdsOfClub } from "../events/ofClub.ts";
import { eventById } from "../events/rows.ts";
import { storedImage } from "../media/images.ts";
import { writeZip, type ZipFile } from "../spreadsheets/writeZip.ts";
import { type ArchiveParts, archiveFileName, privacyWords, writeArchive } from "./writeArchive.ts";

export interface ClubToWrite {
  club: ClubRow;
  people: boolean;
}

/** The pieces of a .zip with the club's settings, its logo and the archives of its events. */
export function writeClubArchive(parts: ArchiveParts, request: ClubToWrite): AsyncGenerator<Uint8Array> {
  return writeZip(filesOf(parts, request));
}

async function* filesOf(
  { db, dataDir }: ArchiveParts,
  { club, people }: ClubToWrite,
): AsyncGenerator<ZipFile> {
  const about = ["club.json: the settings of the club, and its tax rates"];
  yield {
    name: "club.json",
    content: [Buffer.from(`${JSON.stringify(await settingsOf(db, club), null, 2)}\n`)],
  };
  const logo = club.logo === null ? null : await storedImage(dataDir, "club-logo", club.logo);
  if (logo !== null) {
    const name = `pictures/logo${extname(club.logo!)}`;
    yield { name, content: [logo] };
    about.push(`${name}: the logo of the club`);
  }
  for (const eventId of await eventIdsOfClub(db, club.id)) {
    const event = await eventById(db, eventId);
    // The event was removed meanwhile.
    if (event === undefined) continue;
    const name = `events/${eventId}-${archiveFileName(event)}.zip`;
    yield { name, content: writeArchive({ db, dataDir }, { event, people }) };
    about.push(`${name}: the archive of ${event.name}, from which Foyer can create the event again`);
  }
  const lines = [`The archive of ${club.name}, written by Foyer.`, "", ...about, "", privacyWords(people)];
  yield { name: "README.txt", content: [Buffer.from(`${lines.join("\r\n")}\r\n`)] };
}

async function settingsOf(db: ArchiveParts["db"], club: ClubRow) {
  const { id: _id, logo: _logo, logoUrl: _url, isUnlisted: _listing, ...settings } = presentClub(club);
  const taxRates = (await taxRatesOfClub(db, club.id)).map(presentTaxRate);
  return { format: "foyer-club", version: 1, ...settings, taxRates };
}

import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { createUser } from "../../server/accounts/createUser.ts";
import { type Db, inTransaction, type Tx } from "../../server/db/pool.ts";
import { type ImageKind, imageFile, newImageName } from "../../server/media/images.ts";
import { admit } from "./admit.ts";
import { chanceFrom } from "./chance.ts";
import { eventTimes } from "./eventTimes.ts";
import { type DemoPicture, demoPicture } from "./pictures.ts";
import { sell } from "./sell.ts";
import { demoClubs, demoSudo } from "./world/clubs.ts";
import type { DemoClub, DemoEvent } from "./world.ts";
import { writeEvent } from "./writeEvent.ts";
import { writeSales } from "./writeSales.ts";
import { writeSponsors } from "./writeSponsors.ts";
import { writeWaiting } from "./writeWaiting.ts";

const password = "foyer-demo-1";

export const demoAccounts: readonly {
  role: "sudo" | "admin";
  email: string;
  password: string;
  scope: string;
}[] = [
  { role: "sudo", email: demoSudo.email, password, scope: "every club" },
  ...demoClubs.map(({ name, admin }) => ({
    role: "admin" as const,
    email: admin.email,
    password,
    scope: name,
  })),
];

const dayMs = 24 * 3_600_000;

/**
 * Writes the demo world if there is no club yet. Dates are relative to `now`. No mail is queued.
 * @returns whether the world was written.
 */
export async function seedDemo(db: Db, { dataDir, now }: { dataDir: string; now: Date }): Promise<boolean> {
  if (await hasClubs(db)) return false;
  const pictures = await storePictures(dataDir);
  return inTransaction(db, async (tx) => {
    // If two nodes start at the same time on an empty database, only one writes the world.
    await sql`lock table clubs in share row exclusive mode`.execute(tx);
    if (await hasClubs(tx)) return false;
    await createUser(tx, { ...demoSudo, password, role: SUDO, clubId: null });
    for (const club of demoClubs) await writeClub(tx, club, { now, pictures });
    return true;
  });
}

async function hasClubs(db: Db): Promise<boolean> {
  return (await db.selectFrom("clubs").select("id").limit(1).executeTakeFirst()) !== undefined;
}

type StoredPictures = ReadonlyMap<DemoPicture, string>;

async function storePictures(dataDir: string): Promise<StoredPictures> {
  const stored = new Map<DemoPicture, string>();
  const store = async (kind: ImageKind, picture: DemoPicture): Promise<void> => {
    const name = newImageName("jpg");
    const file = imageFile(dataDir, kind, name)!;
    await mkdir(dirname(file), { recursive: true });
    // Not through storeImage, which would encode the picture again and delay the start.
    await writeFile(file, await demoPicture(picture));
    stored.set(picture, name);
  };
  await Promise.all(
    demoClubs.flatMap(({ logo, events }) => [
      store("club-logo", logo),
      ...events.map(({ banner }) => store("event-banner", banner)),
    ]),
  );
  return stored;
}

async function writeClub(
  tx: Tx,
  club: DemoClub,
  { now, pictures }: { now: Date; pictures: StoredPictures },
): Promise<void> {
  const { id: clubId } = await tx
    .insertInto("clubs")
    .values({
      name: club.name,
      location: club.location,
      logo: pictures.get(club.logo) ?? null,
      contact_email: club.contactEmail,
      phone: club.phone,
      show_contact: true,
      legal_name: club.seller.legalName,
      legal_address: club.seller.address,
      country: club.seller.country,
      tax_number: club.seller.taxNumber,
      register: club.seller.register,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const admin = await createUser(tx, { ...club.admin, password, role: ADMIN, clubId });
  for (const event of club.events) {
    await writeEventWithSales(tx, event, {
      clubId,
      adminId: admin.id,
      banner: pictures.get(event.banner) ?? null,
      now,
    });
  }
}

async function writeEventWithSales(
  tx: Tx,
  event: DemoEvent,
  { clubId, adminId, banner, now }: { clubId: number; adminId: number; banner: string | null; now: Date },
): Promise<void> {
  const { start, end } = eventTimes(event.when, event.timeZone, now);
  const lastSaleAt = start < now ? start : now;
  const firstSaleAt = new Date(lastSaleAt.getTime() - event.soldOverDays * dayMs);
  const ids = await writeEvent(tx, event, { clubId, banner, start, end, openedAt: firstSaleAt });
  // The slug is the seed, so that a change of one event does not change the sales of another.
  const chance = chanceFrom(crc32(event.slug));
  await writeSponsors(tx, event, ids, { clubId, until: lastSaleAt });
  await writeSales(tx, event, ids, sell(event, chance, { from: firstSaleAt, until: lastSaleAt }));
  await writeWaiting(tx, event, ids, lastSaleAt);
  await admit(tx, { eventId: ids.event, start, share: event.cameShare, by: adminId }, chance);
}

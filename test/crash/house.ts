// The whole house on an embedded database, for a test that kills it: node test/crash/house.ts FOLDER PORT
// Its first start brings an event with a paid and a free ticket; it prints its address once it listens.
import { pino } from "pino";
import { readConfig } from "../../server/config.ts";
import type { Db } from "../../server/db/pool.ts";
import { startFoyer } from "../../server/main.ts";
import { buildEvent, buildTicket } from "../../server/testing/builders.ts";

async function openSale(db: Db): Promise<void> {
  const known = await db.selectFrom("events").select("id").executeTakeFirst();
  if (known !== undefined) return;
  const event = await buildEvent(db, { slug: "on-sale" });
  await buildTicket(db, event.id, { title: "Paid", maxStock: 1_000_000 });
  await buildTicket(db, event.id, { title: "Free", price: 0, maxStock: 1_000_000 });
}

const [folder, port] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: folder, PORT: port });
const foyer = await startFoyer(config, { log: pino({ level: "silent" }), limited: false, prepare: openSale });
process.once("SIGTERM", () => void foyer.stop().then(() => process.exit(0)));
process.stdout.write(`${foyer.url}\n`);

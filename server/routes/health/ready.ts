import { sql } from "kysely";
import type { PayloadOf } from "../../../contract/all.ts";
import { DomainError } from "../../domainError.ts";
import { type House, route } from "../../http/route.ts";
import { isMailDelayed } from "../../mail/rows.ts";
import { canKeepImages } from "../../media/storeImage.ts";

type Part = PayloadOf<"health/ready">["degraded"][number];

export const ready = route("health/ready", async (_asked, house) => {
  try {
    await sql`select 1`.execute(house.db);
  } catch {
    throw new DomainError("busy", "The database does not answer.");
  }
  return { payload: { ready: true, degraded: await degradedParts(house) } };
});

/** What the house goes on without, for whoever watches it. */
async function degradedParts({ db, dataDir, provider }: House): Promise<Part[]> {
  const degraded: Part[] = [];
  if (await isMailDelayed(db)) degraded.push("mail");
  if (provider.isDown?.() === true) degraded.push("payments");
  if (!(await canKeepImages(dataDir))) degraded.push("images");
  return degraded;
}

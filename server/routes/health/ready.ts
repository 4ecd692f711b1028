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
  const degraded = await degradedParts(house);
  const trouble = house.provider.trouble?.() ?? null;
  if (trouble === null) return { payload: { ready: true, degraded } };
  return { payload: { ready: true, degraded, reasons: { payments: paymentReasons[trouble] } } };
});

const paymentReasons = {
  down: "The payment provider does not answer.",
  key: "The payment provider does not accept the secret key, or the key lacks a right. The log names the call.",
};

/** What the house goes on without, for whoever watches it. */
async function degradedParts({ db, dataDir, provider }: House): Promise<Part[]> {
  const degraded: Part[] = [];
  if (await isMailDelayed(db)) degraded.push("mail");
  if ((provider.trouble?.() ?? null) !== null) degraded.push("payments");
  if (!(await canKeepImages(dataDir))) degraded.push("images");
  return degraded;
}

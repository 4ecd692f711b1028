import { sql } from "kysely";
import type { PayloadOf } from "../../../contract/all.ts";
import { DomainError } from "../../domainError.ts";
import { route, type Services } from "../../http/route.ts";
import { isMailDelayed } from "../../mail/rows.ts";
import { canStoreImages } from "../../media/storeImage.ts";

type Payload = PayloadOf<"health/ready">;
type Part = Payload["degraded"][number];

export const ready = route("health/ready", async (_request, services) => {
  try {
    await sql`select 1`.execute(services.db);
  } catch {
    throw new DomainError("busy", "The database does not answer.");
  }
  const degraded = await degradedParts(services);
  const reasons = reasonsOf(services, degraded);
  return {
    payload: { ready: true, degraded, ...(Object.keys(reasons).length > 0 && { reasons }) },
  };
});

const paymentReasons = {
  down: "The payment provider does not answer.",
  key: "The payment provider does not accept the secret key, or the key lacks a right. The log names the call.",
};

async function degradedParts({ db, dataDir, provider, writeCheck, clockCheck }: Services): Promise<Part[]> {
  const degraded: Part[] = [];
  if (await isMailDelayed(db)) degraded.push("mail");
  if ((provider.trouble?.() ?? null) !== null) degraded.push("payments");
  if (!(await canStoreImages(dataDir))) degraded.push("images");
  if (!(await writeCheck())) degraded.push("sales");
  if (clockCheck() !== null) degraded.push("clock");
  return degraded;
}

function reasonsOf(
  { provider, clockCheck }: Services,
  degraded: readonly Part[],
): NonNullable<Payload["reasons"]> {
  const trouble = provider.trouble?.() ?? null;
  const clock = clockCheck();
  return {
    ...(trouble !== null && { payments: paymentReasons[trouble] }),
    ...(degraded.includes("sales") && {
      sales: "The database answers, but takes no writes: its disk may be full, or it is a standby.",
    }),
    ...(clock !== null && { clock }),
  };
}

import { sql } from "kysely";
import { DomainError } from "../../domainError.ts";
import { route } from "../../http/route.ts";

export const ready = route("health/ready", async (_asked, { db }) => {
  try {
    await sql`select 1`.execute(db);
  } catch {
    throw new DomainError("busy", "The database does not answer.");
  }
  return { payload: { ready: true } };
});

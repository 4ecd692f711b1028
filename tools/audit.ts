/** `npm run audit` exits with 1 if a stored counter differs from the rows that it counts. */
import { readConfig } from "../server/config.ts";
import { withDatabase } from "../server/db/withDatabase.ts";
import { auditDoor } from "../server/door/auditDoor.ts";
import { auditCounters } from "../server/holds/auditCounters.ts";
import { auditFigures } from "../server/stats/auditFigures.ts";

await withDatabase(readConfig(process.env), async ({ db }) => {
  const differences = [...(await auditCounters(db)), ...(await auditFigures(db)), ...(await auditDoor(db))];
  for (const { what, id, kept, counted } of differences)
    console.log(`${what}: ${id} keeps ${kept}, its rows say ${counted}`);
  console.log(
    differences.length === 0 ? "Every counter matches its rows." : `${differences.length} differences.`,
  );
  if (differences.length > 0) process.exitCode = 1;
});

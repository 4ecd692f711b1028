import pg from "pg";
import { StartProblem } from "../startProblem.ts";

const oldestVersion = 150_000;

/**
 * Checks the PostgreSQL at DATABASE_URL.
 * @throws StartProblem if it does not answer, or is too old.
 */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: string }>(
      "select current_setting('server_version') as version, current_setting('server_version_num') as number",
    );
    const server = rows[0];
    if (server && Number(server.number) < oldestVersion)
      throw new StartProblem(
        `The database at DATABASE_URL is PostgreSQL ${server.version}, and Foyer needs 15 or newer.`,
      );
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The database at DATABASE_URL does not answer: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** If every address of a host refuses, the error is an `AggregateError` without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

// Distinguishes a database that cannot be used now from a wrong request.
import { sqlState } from "./pool.ts";

// A lock timeout, a cancelled query, a server that is starting, stopping, full or (after a failover) still a standby, a
// transaction that was idle for too long, a serialization failure, a deadlock, a broken connection.
const temporaryStates = /^(55P03|57014|57P0[123]|25006|25P03|53|40001|40P01|08)/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);
const poolMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error says that the database cannot be used now, and a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return temporaryStates.test(state);
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && networkCodes.has(code)) ||
    (error instanceof Error && poolMessages.test(error.message))
  );
}

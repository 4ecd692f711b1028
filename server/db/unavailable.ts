import { sqlState } from "./pool.ts";

// SQLSTATEs of: lock timeout; cancelled query; server that stops or starts; read-only standby; idle transaction;
// missing resources; serialization failure; deadlock; broken connection.
const temporaryStates = /^(55P03|57014|57P0[123]|25006|25P03|53|40001|40P01|08)/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);
const poolMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return temporaryStates.test(state);
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && networkCodes.has(code)) ||
    (error instanceof Error && poolMessages.test(error.message))
  );
}

import pg from "pg";

/** The name of the broken constraint, or null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith("23") === true;
  return isViolation ? (error.constraint ?? null) : null;
}

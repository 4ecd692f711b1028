import pg from "pg";

/** The name of the broken unique, check or foreign-key constraint, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith("23") === true;
  return isViolation ? (error.constraint ?? null) : null;
}

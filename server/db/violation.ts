import pg from "pg";

/** The constraint that the error names as broken, or null. */
export function violatedConstraint(error: unknown): string | null {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith("23") === true;
  return isViolation ? (error.constraint ?? null) : null;
}

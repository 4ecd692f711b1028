/** Which rule of the database a write broke: the database is the judge, and its verdict is put into words elsewhere. */
import pg from "pg";

/** The name of the unique, check or foreign-key constraint that was broken, or null where it was something else. */
export function violatedConstraint(error: unknown): string | null {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith("23") === true;
  return isViolation ? (error.constraint ?? null) : null;
}

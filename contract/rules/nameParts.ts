/** Splits a stored name into the two fields of a form. Server and page split it at the same place. */

/** The first word, and the rest. */
export function namePartsOf(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

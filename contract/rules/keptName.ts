/** A name that is stored as one text and that a form has in two fields. Server and page split it at the same place. */

/** The first word, and the rest. */
export function keptName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/** A name that is kept as one text, as a form has it in two fields. Server and page cut it at the same place. */

/** The first word, and the rest. */
export function keptName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

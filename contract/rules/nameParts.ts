/** Splits a name: the first word is the first name. */
export function namePartsOf(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/** The heading of a registration's additional field with the name of a buyer who does not attend. */
export const boughtByField = "Bought by";

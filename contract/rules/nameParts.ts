/** Splits a name: the first word is the first name. */
export function namePartsOf(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/** The additional field with the name of a buyer who does not attend. It is copied to `buyer_name`. */
export const boughtByField = "Bought by";

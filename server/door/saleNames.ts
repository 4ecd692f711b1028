import type { AttendeeInput } from "../../contract/shapes/registration.ts";

/** One attendee for each ticket: "Ada Byron", "Ada Byron (2)", …, or "Door sale 1", "Door sale 2", … */
export function doorSaleNames(
  buyer: string,
  tickets: readonly { ticketId: number; quantity: number }[],
): AttendeeInput[] {
  const [, first, last] = /^(?:(.+)\s)?(\S+)$/.exec(buyer.trim()) ?? [];
  return tickets
    .flatMap(({ ticketId, quantity }) => Array.from({ length: quantity }, () => ticketId))
    .map((ticketId, index) => {
      const number = index + 1;
      if (last === undefined) return { ticketId, firstName: "Door sale", lastName: String(number) };
      const withNumber = (name: string) => (index === 0 ? name : `${name} (${number})`);
      if (first === undefined) return { ticketId, firstName: withNumber(last), lastName: "" };
      return { ticketId, firstName: first, lastName: withNumber(last) };
    });
}

import type { EventRemoval } from "../../../../contract/shapes/event.ts";

const words: Record<keyof EventRemoval["takes"], [one: string, many: string]> = {
  tickets: ["ticket type", "ticket types"],
  promoCodes: ["promo code", "promo codes"],
  extras: ["extra", "extras"],
  questions: ["question", "questions"],
  packages: ["sponsorship package", "sponsorship packages"],
  sponsorships: ["sponsorship", "sponsorships"],
  registrations: ["registration", "registrations"],
  attendees: ["attendee", "attendees"],
  checkins: ["check-in", "check-ins"],
  orders: ["order", "orders"],
};

export function removalLines(takes: EventRemoval["takes"]): string[] {
  return (Object.keys(words) as (keyof typeof words)[])
    .filter((name) => takes[name] > 0)
    .map((name) => `${takes[name].toLocaleString("en-US")} ${words[name][takes[name] === 1 ? 0 : 1]}`);
}

/** The pages of one event, in the order of the work: making it, selling it, having people in. */
import type { EventPageName } from "../paths.ts";

interface EventPage {
  label: string;
  /** Null is the overview, below whose address all others lie. */
  page: EventPageName | null;
  /** Pages beside it that have no place of their own here: they are reached from it (TicketsNav.tsx). */
  beside?: readonly EventPageName[];
}

export const eventPages: readonly EventPage[] = [
  { label: "Overview", page: null },
  { label: "Edit", page: "edit" },
  { label: "Tickets", page: "tickets", beside: ["promo-codes", "waiting-list"] },
  { label: "Extras", page: "extras" },
  { label: "Form", page: "form-builder" },
  { label: "Landing page", page: "landing-config" },
  { label: "Settings", page: "config" },
  { label: "Packages", page: "sponsorship-packages" },
  { label: "Sponsorships", page: "sponsorships" },
  { label: "Orders", page: "orders", beside: ["closing"] },
  { label: "Attendees", page: "attendees" },
  { label: "Import", page: "import" },
  { label: "Check-in", page: "checkin" },
  { label: "Statistics", page: "statistics" },
];

/** What a demo world is made of: the shapes that the files of world/ fill in. Money is in minor units. */

import type { Currency } from "../../contract/scalars.ts";
import type { EventConfig, LandingConfig } from "../../contract/shapes/event.ts";
import type { crowds } from "./people.ts";
import type { DemoPicture } from "./pictures.ts";

/** A club with its account and what it puts on. */
export interface DemoClub {
  name: string;
  location: string;
  logo: DemoPicture;
  contactEmail: string;
  phone: string;
  admin: DemoAccount;
  events: readonly DemoEvent[];
}

/** An account that the start prints. */
export interface DemoAccount {
  fullName: string;
  email: string;
}

/** An event with everything that is on sale for it and what was sold already. */
export interface DemoEvent {
  slug: string;
  name: string;
  /** Rich text of paragraphs, lists and headings. */
  description: string;
  location: string;
  timeZone: string;
  when: DemoTime;
  currency: Currency;
  taxType: "percent" | "fixed";
  taxAmount: number;
  banner: DemoPicture;
  config: Partial<EventConfig>;
  landing: Partial<LandingConfig>;
  tickets: readonly DemoTicket[];
  extras: readonly DemoExtra[];
  questions: readonly DemoQuestion[];
  packages: readonly DemoPackage[];
  sponsors?: readonly DemoSponsor[];
  promoCodes?: readonly DemoPromoCode[];
  waiting?: readonly DemoWaiting[];
  crowd: keyof typeof crowds;
  /** How long before now, or before the event where it is over, the first ticket was sold. */
  soldOverDays: number;
  /** The share of attendees who were let in. */
  cameShare: number;
}

/** The first `weekday` (1 = Monday) at least so many days from now, or before it when `inDays` is negative. */
export interface DemoTime {
  inDays: number;
  weekday: number;
  /** HH:mm in the event's zone. */
  at: string;
  lastsMinutes: number;
}

/** A kind of admission. */
export interface DemoTicket {
  title: string;
  description: string;
  price: number;
  stock: number;
  sold: number;
}

/** Something to go with a ticket, taken by a share of the buyers. */
export interface DemoExtra {
  name: string;
  description: string;
  price: number;
  content: { name: string; quantity: number }[];
  stock: number | null;
  takenShare: number;
}

/** A question, and what people answer; the options where there are any. */
export interface DemoQuestion {
  typeId: number;
  text: string;
  required: boolean;
  options: string[] | null;
  answers: readonly string[];
  answeredShare: number;
}

/** What a sponsor may take. `available` -1 means no limit. */
export interface DemoPackage {
  name: string;
  price: number;
  description: string;
  features: { text: string; included: boolean }[];
  available: number;
}

/** Somebody who took a package, named by its place among the event's, or gave an amount. */
export interface DemoSponsor {
  gives: { package: number } | { amount: number };
  firstName: string;
  lastName: string;
  organization?: string;
  phone?: string;
  email: string;
  message?: string;
  isPublic: boolean;
  /** How long before now, or before the event where it is over. */
  daysBefore: number;
}

/** A code that makes tickets cheaper; `maxUses` null means no limit. */
export interface DemoPromoCode {
  code: string;
  kind: "percent" | "amount";
  /** Percent, or minor units off each ticket. */
  value: number;
  maxUses: number | null;
}

/** Somebody who waits for a kind of ticket, named by its place among the event's. */
export interface DemoWaiting {
  ticket: number;
  places: number;
  name: string;
  email: string;
  hoursBefore: number;
}

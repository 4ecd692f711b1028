/** The types of the demo world, which the files of world/ fill in. Money is in minor units. */

import type { TaxRate } from "../../contract/rules/money/tax.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Seller } from "../../contract/shapes/club.ts";
import type { EventConfig, LandingConfig } from "../../contract/shapes/event.ts";
import type { crowds } from "./people.ts";
import type { DemoPicture } from "./pictures.ts";

/** A club with its account and its events. */
export interface DemoClub {
  name: string;
  location: string;
  logo: DemoPicture;
  contactEmail: string;
  phone: string;
  /** The seller on receipts. */
  seller: Seller;
  admin: DemoAccount;
  events: readonly DemoEvent[];
}

/** An account that the start prints. */
export interface DemoAccount {
  fullName: string;
  email: string;
}

/** An event with everything on sale for it, and its sales so far. */
export interface DemoEvent {
  slug: string;
  name: string;
  /** Rich text: paragraphs, lists and headings. */
  description: string;
  location: string;
  timeZone: string;
  when: DemoTime;
  currency: Currency;
  taxType: "percent" | "fixed";
  taxAmount: number;
  pricesIncludeTax: boolean;
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
  /** The days from the opening of sales until now, or until the event's start if that is past. */
  soldOverDays: number;
  /** The probability that an attendee was checked in. */
  cameShare: number;
}

/**
 * The first `weekday` (1 = Monday) at least `inDays` days from now. A negative `inDays` means the past: -8 is the last
 * such weekday at least 8 days ago.
 */
export interface DemoTime {
  inDays: number;
  weekday: number;
  /** HH:mm in the event's zone. */
  at: string;
  lastsMinutes: number;
}

/** A ticket type. */
export interface DemoTicket {
  title: string;
  description: string;
  price: number;
  stock: number;
  sold: number;
}

/** An extra, bought by a share of the buyers. */
export interface DemoExtra {
  name: string;
  description: string;
  price: number;
  content: { name: string; quantity: number }[];
  stock: number | null;
  /** The club's tax rate that applies to the extra instead of the event's tax. */
  taxRate?: TaxRate;
  takenShare: number;
}

/** A question with its options, if it has any, and the answers from which the demo draws. */
export interface DemoQuestion {
  typeId: number;
  text: string;
  required: boolean;
  options: string[] | null;
  /** The titles of the tickets whose guests are asked; without it, everybody is asked. */
  tickets?: readonly string[];
  answers: readonly string[];
  answeredShare: number;
}

/** A sponsorship package. `available` -1 means no limit. */
export interface DemoPackage {
  name: string;
  price: number;
  description: string;
  features: { text: string; included: boolean }[];
  available: number;
}

/** A sponsor, who took a package (by its index in the event) or gave an amount. */
export interface DemoSponsor {
  gives: { package: number } | { amount: number };
  firstName: string;
  lastName: string;
  organization?: string;
  phone?: string;
  email: string;
  message?: string;
  isPublic: boolean;
  /** The days before now, or before the event's start if that is past. */
  daysBefore: number;
}

/** A promo code; `maxUses` null means no limit. */
export interface DemoPromoCode {
  code: string;
  kind: "percent" | "amount";
  /** Percent, or minor units off each ticket. */
  value: number;
  maxUses: number | null;
}

/** A person on the waiting list of a ticket, given by its index in the event. */
export interface DemoWaiting {
  ticket: number;
  places: number;
  name: string;
  email: string;
  /** The hours between joining the list and now, or the event's start if that is past. */
  hoursBefore: number;
}

/** Money in these types is in minor units. */

import type { TaxRate } from "../../contract/rules/money/tax.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Seller } from "../../contract/shapes/club.ts";
import type { EventConfig, LandingConfig } from "../../contract/shapes/event.ts";
import type { crowds } from "./people.ts";
import type { DemoPicture } from "./pictures.ts";

export interface DemoClub {
  name: string;
  location: string;
  logo: DemoPicture;
  contactEmail: string;
  phone: string;
  seller: Seller;
  admin: DemoAccount;
  events: readonly DemoEvent[];
}

export interface DemoAccount {
  fullName: string;
  email: string;
}

export interface DemoEvent {
  slug: string;
  name: string;
  /** Rich text. */
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
 * The first `weekday` (1 = Monday) at least `inDays` days from now. If `inDays` is negative, the last such day at least
 * that long ago.
 */
export interface DemoTime {
  inDays: number;
  weekday: number;
  /** HH:mm in the event's zone. */
  at: string;
  lastsMinutes: number;
}

export interface DemoTicket {
  title: string;
  description: string;
  price: number;
  stock: number;
  sold: number;
}

export interface DemoExtra {
  name: string;
  description: string;
  price: number;
  content: { name: string; quantity: number }[];
  stock: number | null;
  /** A tax rate of the club, which replaces the event's tax for this extra. */
  taxRate?: TaxRate;
  takenShare: number;
}

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

export interface DemoPackage {
  name: string;
  price: number;
  description: string;
  features: { text: string; included: boolean }[];
  /** -1 means no limit. */
  available: number;
}

export interface DemoSponsor {
  /** `package` is the index of the package in the event. */
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

export interface DemoPromoCode {
  code: string;
  kind: "percent" | "amount";
  /** Percent, or minor units off each ticket. */
  value: number;
  /** Null means no limit. */
  maxUses: number | null;
}

/** A person on the waiting list of a ticket. */
export interface DemoWaiting {
  /** The index of the ticket in the event. */
  ticket: number;
  places: number;
  name: string;
  email: string;
  /** The hours between joining the list and now, or the event's start if that is past. */
  hoursBefore: number;
}

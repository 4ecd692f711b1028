/** The replies of pretix 2026.8 (server/testing/pretix/answers.json), as far as they are read. */
import { z } from "zod";

const words = z.union([z.record(z.string().max(20), z.string().nullable()), z.string()]).nullish();
const key = z.number().int();
const amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
const time = z.iso.datetime({ offset: true });
const text = z.string().nullish();

const page = <T extends z.ZodType>(entry: T) =>
  z.object({ next: z.string().nullable(), results: z.array(entry).max(1000) });

/** A text, or its translations by language. */
export type PretixWords = z.output<typeof words>;

export const pretixEvent = z.object({
  name: words,
  currency: z.string().max(3),
  date_from: time,
  date_to: time.nullish(),
  location: words,
  has_subevents: z.boolean(),
  timezone: z.string().max(64),
});

const offer = {
  active: z.boolean(),
  description: words,
  available_from: time.nullish(),
  available_until: time.nullish(),
  hide_without_voucher: z.boolean().default(false),
};

const item = z.object({
  id: key,
  ...offer,
  name: words,
  default_price: amount,
  tax_rule: key.nullish(),
  admission: z.boolean(),
  require_voucher: z.boolean().default(false),
  has_variations: z.boolean(),
  variations: z.array(z.object({ id: key, ...offer, value: words, price: amount })),
});

const question = z.object({
  id: key,
  question: words,
  type: z.string(),
  required: z.boolean(),
  items: z.array(key),
  options: z.array(z.object({ id: key, identifier: z.string(), answer: words })),
  ask_during_checkin: z.boolean().default(false),
  hidden: z.boolean().default(false),
  dependency_question: key.nullable().default(null),
  dependency_values: z.array(z.string()).default([]),
});

const quota = z.object({
  id: key,
  name: z.string(),
  size: z.number().int().min(0).nullable(),
  items: z.array(key),
  variations: z.array(key),
});

const voucher = z.object({
  code: z.string(),
  max_usages: z.number().int(),
  redeemed: z.number().int(),
  min_usages: z.number().int().default(1),
  valid_until: time.nullish(),
  price_mode: z.string(),
  value: amount.nullish(),
  item: key.nullish(),
  variation: key.nullish(),
  quota: key.nullish(),
  budget: amount.nullish(),
});

const taxRule = z.object({ id: key, name: words, rate: amount, price_includes_tax: z.boolean() });

const position = z.object({
  id: key,
  item: key,
  variation: key.nullish(),
  price: amount,
  attendee_name: text,
  attendee_email: text,
  company: text,
  secret: z.string(),
  addon_to: key.nullish(),
  canceled: z.boolean().default(false),
  blocked: z.array(z.string()).nullish(),
  seat: z.object({ name: z.string() }).nullish(),
  checkins: z.array(z.object({ datetime: time, type: z.string().default("entry") })),
  answers: z.array(z.object({ question: key, answer: z.string(), options: z.array(key) })),
});

const order = z.object({
  code: z.string().min(1),
  status: z.string(),
  testmode: z.boolean().default(false),
  valid_if_pending: z.boolean().default(false),
  require_approval: z.boolean().default(false),
  email: text,
  phone: text,
  datetime: time,
  fees: z.array(z.object({ value: amount, canceled: z.boolean().default(false) })).default([]),
  invoice_address: z.object({ company: text, name: text }).nullish(),
  positions: z.array(position),
});

export const pretixLists = {
  items: page(item),
  questions: page(question),
  quotas: page(quota),
  vouchers: page(voucher),
  taxrules: page(taxRule),
  orders: page(order),
};

type Entry<Name extends keyof typeof pretixLists> = z.output<(typeof pretixLists)[Name]>["results"][number];
export type PretixItem = Entry<"items">;
export type PretixQuestion = Entry<"questions">;
export type PretixQuota = Entry<"quotas">;
export type PretixVoucher = Entry<"vouchers">;
export type PretixOrder = Entry<"orders">;
export type PretixPosition = PretixOrder["positions"][number];

export interface PretixAnswers {
  event: z.output<typeof pretixEvent>;
  items: PretixItem[];
  questions: PretixQuestion[];
  quotas: PretixQuota[];
  vouchers: PretixVoucher[];
  taxRules: Entry<"taxrules">[];
  /** Empty if the people are not read. */
  orders: PretixOrder[];
}

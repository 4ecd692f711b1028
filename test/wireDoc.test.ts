import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { calls } from "../contract/all.ts";
import { type Call, statusByCode } from "../contract/endpoint.ts";
import { fileCalls } from "../contract/files.ts";
import { defaultSettings } from "../contract/rules/eventSettings.ts";
import { currencyCodes } from "../contract/rules/money/currencies.ts";
import { questionTypeIds, questionTypes } from "../contract/rules/questions/questions.ts";
import { appUser } from "../contract/shapes/appUser.ts";
import { club } from "../contract/shapes/club.ts";
import { checkin } from "../contract/shapes/door/checkin.ts";
import { event, eventConfig, landingConfig } from "../contract/shapes/event.ts";
import { extras } from "../contract/shapes/extras.ts";
import { extrasPurchase } from "../contract/shapes/extrasPurchase.ts";
import { formQuestion } from "../contract/shapes/form.ts";
import { refund } from "../contract/shapes/money/refund.ts";
import { taxRate } from "../contract/shapes/money/taxRate.ts";
import { order, taxedItem } from "../contract/shapes/order.ts";
import { promoCode } from "../contract/shapes/promoCode.ts";
import { attendee, quote, registration } from "../contract/shapes/registration.ts";
import { sharedCapacity } from "../contract/shapes/sharedCapacity.ts";
import { sponsorship } from "../contract/shapes/sponsorship.ts";
import { sponsorshipPackage } from "../contract/shapes/sponsorshipPackage.ts";
import { ticket } from "../contract/shapes/ticket.ts";
import { waitingEntry } from "../contract/shapes/waitingList.ts";

const wire = readFileSync(join(import.meta.dirname, "../docs/wire.md"), "utf8");

/** Routes outside of the contract: a provider and mail programs post to them. */
const otherRoutes = ["stripe/webhook", "waitingList/unsubscribe"];
const known = [...Object.keys(calls), ...Object.keys(fileCalls), ...otherRoutes];
const resources = new Set(known.filter((name) => name.includes("/")).map((name) => name.split("/")[0]!));

/** Finds the calls and files that a text names in code, such as `POST event/save` and `/api/club-logo/{file}`. */
function callsNamedIn(text: string): string[] {
  return [...text.matchAll(/`(?:[A-Z]+ )?(?:\/api\/)?([a-zA-Z-]+\/[\w{}./-]+|info)(?=[`?])/g)]
    .map(([, name]) => name!)
    .filter((name) => name === "info" || resources.has(name.split("/")[0]!));
}

test("docs/wire.md names each call and each file of the contract, and no other", () => {
  expect([...new Set(callsNamedIn(wire))].sort()).toEqual([...known].sort());
});

test("a call that is not in the contract is found in a document that names it", () => {
  const planted = callsNamedIn(
    "| POST `event/tellNobody` K | and `GET order/getOrders`, `/event/{eventId}` |",
  );
  expect(planted).toEqual(["event/tellNobody", "order/getOrders"]);
  expect(planted.filter((name) => !known.includes(name))).toEqual(["event/tellNobody"]);
});

function rowsOf(text: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const [, methods, names, access] of text.matchAll(
    /^\| ((?:GET|POST|DELETE)(?: or (?:GET|POST|DELETE))?) (`[^|]+) \| (public|token|admin|sudo|door) \|/gm,
  ))
    for (const [, name, key] of names!.matchAll(/`([^`]+)`( K)?/g))
      rows.set(name!, `${methods}${key ?? ""}, ${access}`);
  return rows;
}

test("the tables of docs/wire.md have the methods, the access and the key of each call", () => {
  const listed = rowsOf(wire);
  const declared = new Map(
    Object.entries(calls as Record<string, Call>).map(([name, { method, alsoBy, idempotent, access }]) => [
      name,
      `${method}${alsoBy === undefined ? "" : ` or ${alsoBy}`}${idempotent ? " K" : ""}, ${access}`,
    ]),
  );
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries([...declared].filter(([name]) => listed.has(name))),
  );
  const inSteps = [...declared.keys()].filter((name) => !listed.has(name));
  // The calls that section 3 describes step by step.
  expect(inSteps.sort()).toEqual([
    "order/createOrder",
    "registration/express",
    "registration/extendHold",
    "registration/initRegistration",
    "registration/releaseHold",
    "registration/save",
    "stripe/confirm-payment",
    "stripe/create-payment-intent",
    "stripe/get-registration-from-payment",
  ]);
});

test("the access and the key are read from a row", () => {
  expect(rowsOf("| GET or POST `a/b` K, `a/c` | sudo | x | y |")).toEqual(
    new Map([
      ["a/b", "GET or POST K, sudo"],
      ["a/c", "GET or POST, sudo"],
    ]),
  );
});

test("docs/wire.md has each code with its status", () => {
  const listed = [...wire.matchAll(/^\| (\d{3}(?:, \d{3})*) \| (.+) \|$/gm)].flatMap(
    ([, statuses, words]) => {
      const codes = [...words!.matchAll(/`(\w+)`/g)]
        .map(([, code]) => code!)
        .filter((code) => code in statusByCode);
      const possible = statuses!.split(", ").map(Number);
      return codes.map((code) => [code, possible.includes(statusByCode[code as keyof typeof statusByCode])]);
    },
  );
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.keys(statusByCode).map((code) => [code, true])),
  );
});

const currenciesIn = (text: string, row: string): string[] =>
  (new RegExp(`^\\| ${row} \\|(.+)\\|$`, "m").exec(text)?.[1] ?? "").match(/\b[a-z]{3}\b(?=[`,]| *$)/g) ?? [];

test("docs/wire.md and docs/product.md list the currencies, all of them and no other", () => {
  const product = readFileSync(join(import.meta.dirname, "../docs/product.md"), "utf8");
  expect(currenciesIn(wire, "Money").sort()).toEqual(currencyCodes.toSorted());
  expect(currenciesIn(product, "Currencies").sort()).toEqual(currencyCodes.toSorted());
  expect(currenciesIn("| Money | and a currency: `usd`, `xxx` |", "Money")).toEqual(["usd", "xxx"]);
});

function questionTypesIn(text: string) {
  const [, list = "", answers = ""] = /\bThe\s+types:\s+([^.]+)\.([\s\S]*?)(?:\n-|$)/.exec(text) ?? [];
  return {
    range: /\btypeId \((\d+ to \d+)\)/.exec(text)?.[1],
    names: list.split(",").map((one) => one.trim()),
    answers: answers.replaceAll(/\s+/g, " ").split(/,? (?:and )?(?=an? )/i),
  };
}

test("docs/wire.md lists the question types, all of them and no other, and how each format is answered", () => {
  const { range, names, answers } = questionTypesIn(wire);
  expect(range).toBe(`0 to ${questionTypeIds.length - 1}`);
  expect(names).toEqual(
    Object.entries(questionTypes).map(([typeId, { name }]) => `${typeId} ${name.toLowerCase()}`),
  );
  for (const { name, answered } of Object.values(questionTypes))
    if (answered.by === "format")
      expect(
        answers.filter(
          (words) => words.includes(` ${name.toLowerCase()}`) && words.includes(answered.example),
        ),
        `docs/wire.md has to say after "The types": a ${name.toLowerCase()} as ${answered.example}`,
      ).toHaveLength(1);
  expect(
    questionTypesIn("`typeId (0 to 1)`. The\ntypes: 0 text, 1 day. A day is\n2 May, and a date 3 May."),
  ).toEqual({
    range: "0 to 1",
    names: ["0 text", "1 day"],
    answers: ["", "A day is 2 May", "a date 3 May."],
  });
});

const entities: Record<string, z.ZodObject> = {
  club,
  appUser,
  event,
  "event.config": eventConfig,
  "event.landingConfig": landingConfig,
  ticket,
  sharedCapacity,
  taxRate,
  promoCode,
  extras,
  extrasPurchase,
  registration,
  attendee,
  quote,
  order,
  "order item": taxedItem,
  refund,
  formQuestion,
  sponsorshipPackage,
  sponsorship,
  waitingEntry,
  checkin,
};

function listOf(text: string, name: string): string {
  return new RegExp(`^- \\*\\*${name.replace(".", "\\.")}\\*\\* \`([^\`]+)\``, "m").exec(text)?.[1] ?? "";
}

function fieldsListed(text: string, name: string): string[] {
  return listOf(text, name)
    .replace(/\([^)]*\)|\{[^}]*\}|\[[^\]]*\]|=[^,]*|\bor\s+null\b/g, "")
    .split(",")
    .map((field) => field.trim());
}

describe("fields", () => {
  test.each(Object.entries(entities))("docs/wire.md lists exactly the fields of %s", (name, schema) => {
    expect(fieldsListed(wire, name).sort()).toEqual(Object.keys(schema.shape).sort());
  });
});

test("the fields of a list are read without its remarks and defaults", () => {
  const planted = "- **club** `id, name (a text, or none), seller { legalName }, logo or\n  null, isOn=true`";
  expect(fieldsListed(planted, "club")).toEqual(["id", "name", "seller", "logo", "isOn"]);
});

/** Reads the defaults in the list of an entity: JSON after the name of the field, as in `isOn=true`. */
function defaultsListed(text: string, name: string): Record<string, unknown> {
  const listed = listOf(text, name).matchAll(/\b(\w+)=("[^"]*"|[^\s,]+)/g);
  return Object.fromEntries([...listed].map(([, field, value]) => [field, JSON.parse(value!)]));
}

test("docs/wire.md has the default of each setting of an event", () => {
  expect(defaultsListed(wire, "event.config")).toEqual(defaultSettings);
});

test("a default that is wrong or missing is found in a list", () => {
  const name = "event.config";
  const listed = (words: string) => defaultsListed(`- **${name}** \`${words}\`. More.`, name);
  const defaults = { isOn: true, minutes: 15, format: "DD/MM HH:mm", end: null };
  const correctList = 'isOn=true, minutes=15,\n  format="DD/MM HH:mm" (one of two), end=null (until it ends)';
  expect(listed(correctList)).toEqual(defaults);
  expect(listed(correctList.replace("15", "16"))).not.toEqual(defaults);
  expect(listed(correctList.replace("isOn=true", "isOn (true)"))).not.toEqual(defaults);
});

/** Lists the top-level fields of a schema; for a union, those of all its options. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  if ("shape" in schema) return Object.keys(schema.shape as object);
  const {
    innerType,
    in: input,
    options = [],
  } = schema.def as {
    innerType?: z.ZodType;
    in?: z.ZodType;
    options?: z.ZodType[];
  };
  return [innerType, input, ...options].flatMap(fieldsOf);
}

const pagingFields = ["page", "itemsPerPage", "fetchTotalCount"];

/** Finds fields that a row does not name. A request may say “fields” or “filters” instead of naming them. */
function unnamedFields(text: string): string[] {
  const found: string[] = [];
  for (const [, names, request, payload] of text.matchAll(
    /^\| (?:GET|POST|DELETE)[^|]* (`[^|]+) \| (?:public|token|admin|sudo|door) \| ([^|]*) \| ([^|]*) \|/gm,
  ))
    for (const [, name] of names!.matchAll(/`([^`]+)`/g)) {
      const call = (calls as Record<string, Call>)[name!];
      if (call === undefined) continue;
      const isNamed = (field: string, cell: string) => cell.split(/[^\w[\]]+/).includes(field);
      const isPaging = (field: string) => request!.includes("paging") && pagingFields.includes(field);
      const sent = /\bfields\b|\bfilters\b/.test(request!)
        ? []
        : [...fieldsOf(call.query), ...fieldsOf(call.body)];
      const replied = payload!.startsWith("`{ ") ? fieldsOf(call.payload) : [];
      found.push(
        ...sent
          .filter((field) => !isNamed(field, request!) && !isPaging(field))
          .map((field) => `${name} request ${field}`),
        ...replied.filter((field) => !isNamed(field, payload!)).map((field) => `${name} payload ${field}`),
      );
    }
  return [...new Set(found)];
}

test("the tables of docs/wire.md name the fields of each request and payload", () => {
  expect(unnamedFields(wire)).toEqual([]);
});

test("a field that a row does not name is found", () => {
  const row =
    "| POST `registration/cancelOwn` K | public | `registrationId, accessKey, refundAmount` | `{ registration, amount }` |";
  expect(unnamedFields(row)).toEqual([
    "registration/cancelOwn request attendeeIds",
    "registration/cancelOwn payload fee",
  ]);
});

import { expect, type Page } from "@playwright/test";
import {
  buildEvent,
  buildExtras,
  buildPromoCode,
  buildSharedCapacity,
  buildTicket,
} from "../../server/testing/builders.ts";
import { buyOrder } from "./boughtOrder.ts";
import { type FormCase, formNamed, newEmail, noControl, press, register, shows } from "./formEvent.ts";

async function unfoldAll(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((folds) => {
    for (const fold of folds) if (fold instanceof HTMLDetailsElement) fold.open = true;
  });
}

export const formsOfEvents: readonly FormCase[] = [
  {
    name: "an existing event",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/edit`,
    reach: unfoldAll,
    form: formNamed("Event"),
    leaves: "page",
    save: "Save changes",
    call: "event/save",
    rules: [
      [
        { Name: "", When: "", Percent: "much", "Places in total": "few" },
        {
          Name: "Please give the event a name.",
          When: "Please choose a day and a time.",
          Percent: "Please enter a number such as 7.5.",
          "Places in total": "Please enter a whole number, or nothing for no limit.",
        },
      ],
      [
        {
          Name: "Supper",
          When: "2031-05-10T19:30",
          Ends: "2031-05-10T18:00",
          Percent: "0",
          "Places in total": "",
        },
        { Ends: "This must not be before the start." },
      ],
    ],
    validValues: ({ eventId }) => ({
      Name: "Changed Supper",
      When: "2031-05-10T19:30",
      Ends: "2031-05-10T23:00",
      Percent: "7",
      "Places in total": "",
      "Address of the event page": `changed-supper-${eventId}`,
    }),
    refusals: [
      {
        typed: () => ({ "Places in total": "1", Ends: "" }),
        at: "Places in total",
        message: /at least 2/,
      },
      {
        typed: ({ eventId }) => ({
          "Address of the event page": `taken-${eventId}`,
          "Places in total": "",
        }),
        meanwhile: ({ site, eventId }) => buildEvent(site.db, { slug: `taken-${eventId}` }),
        at: "Address of the event page",
        message: /taken/,
      },
    ],
    saved: shows("Saved."),
  },
  {
    name: "an event's settings",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/config`,
    form: formNamed("Settings"),
    leaves: "page",
    save: "Save the settings",
    call: "event/saveConfig",
    rules: [
      [
        {
          "Registration opens": "2026-06-02T09:00",
          "Registration closes": "2026-06-01T09:00",
          "Places in total": "-1",
          "Maximum tickets in one registration": "0",
          "Minutes to complete a registration": "121",
        },
        {
          "Registration closes": "Sales cannot end before they start.",
          "Places in total": "Enter a whole number, or nothing for no limit.",
          "Maximum tickets in one registration": "Enter a whole number from 1 to 1,000.",
          "Minutes to complete a registration": "Enter a whole number from 1 to 120.",
        },
      ],
    ],
    validValues: () => ({ "Places in total": "50", "Registration opens": "" }),
    refusals: [
      {
        typed: () => ({
          "Registration closes": "",
          "Places in total": "1",
          "Maximum tickets in one registration": "4",
          "Minutes to complete a registration": "20",
        }),
        at: "Places in total",
        message: /at least 2/,
      },
    ],
    saved: shows("The settings are saved."),
  },
  {
    name: "an event's addresses of a former system",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/config`,
    form: formNamed("Addresses of a former system"),
    leaves: "page",
    save: "Save the addresses",
    call: "event/saveFormerAddresses",
    rules: [
      [
        { "Addresses, one per line": "/api/gala" },
        { "Addresses, one per line": "The address /api/gala is reserved for a page of this site." },
      ],
    ],
    validValues: ({ eventId }) => ({ "Addresses, one per line": `/peer/${eventId}` }),
    refusals: [
      {
        typed: ({ eventId }) => ({ "Addresses, one per line": `/taken-too-${eventId}` }),
        meanwhile: ({ site, eventId }) => buildEvent(site.db, { slug: `taken-too-${eventId}` }),
        at: "Addresses, one per line",
        message: /leads to another event/,
      },
    ],
    saved: shows("The addresses are saved."),
  },
  {
    name: "the texts of an event's page",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/page-texts`,
    form: formNamed("Page texts"),
    leaves: "page",
    save: "Save the page",
    call: "event/save",
    // An invalid colour is reverted on leaving its field.
    rules: [],
    validValues: () => ({ Colour: "", Headline: "A night to remember" }),
    refusals: [{ typed: () => ({ Colour: "", Headline: "A \u0085" }), at: "Headline", message: noControl }],
    saved: shows("The page is saved."),
  },
  {
    name: "an event's questions",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/questions`,
    reach: press("Add a question"),
    form: formNamed("Questions"),
    leaves: "page",
    save: "Save the questions",
    call: "form/save",
    rules: [[{}, { "Question 1": "Enter a question." }]],
    validValues: () => ({ "Question 1": "Any allergies?" }),
    refusals: [{ typed: () => ({ "Question 1": "Any \u0085" }), at: "Question 1", message: noControl }],
    saved: shows("The questions are saved."),
  },
  {
    name: "a ticket",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/tickets`,
    reach: press("Edit Standard"),
    form: formNamed("Ticket"),
    leaves: "panel",
    save: "Save the ticket",
    call: "ticket/save",
    rules: [
      [
        {
          Title: "",
          Price: "much",
          "How many there are": "few",
          "On sale from": "2026-06-02T09:00",
          "On sale until": "2026-06-01T09:00",
        },
        {
          Title: "Give the ticket a title.",
          Price: "Enter an amount such as 25 or 25.50; 0 is free.",
          "How many there are": "Enter how many there are, as a whole number.",
          "On sale until": "Sales cannot end before they start.",
        },
      ],
      [
        { Title: "Entry", Price: "0", "How many there are": "1", "On sale until": "" },
        { "How many there are": "2 are sold or held, so there cannot be fewer." },
      ],
    ],
    validValues: () => ({ Title: "Entry", Price: "0", "How many there are": "8", "On sale from": "" }),
    refusals: [
      {
        typed: () => ({ "How many there are": "2" }),
        meanwhile: (formEvent) => register(formEvent, "Zoë", formEvent.ticketId),
        at: "How many there are",
        message: /at least 3/,
      },
    ],
    saved: shows("The ticket is saved."),
  },
  {
    name: "a promo code",
    as: "admin",
    prepare: ({ site, eventId }) => buildPromoCode(site.db, eventId, { code: "FRIENDS" }),
    path: ({ eventId }) => `/event/${eventId}/promo-codes`,
    reach: press("Edit FRIENDS"),
    form: formNamed("Promo code"),
    leaves: "panel",
    save: "Save the code",
    call: "promoCode/save",
    rules: [
      [
        {
          Code: "TWO WORDS",
          "What the code does": "A percentage off",
          "Percent off": "101",
          "Maximum number of tickets": "0",
          "Valid from": "2026-06-02T09:00",
          "Valid until": "2026-06-01T09:00",
        },
        {
          Code: "Use only letters, digits, dots, dashes and underscores.",
          "Percent off": "Enter a number from 0.01 to 100, such as 20.",
          "Maximum number of tickets": "Enter a whole number from 1, or nothing for no limit.",
          "Valid until": "A code cannot end before it starts.",
        },
      ],
      [
        {
          Code: "FRIENDS",
          "What the code does": "An amount off each ticket",
          "Off each ticket": "0",
          "Maximum number of tickets": "5",
          "Valid until": "",
        },
        { "Off each ticket": "Enter an amount above 0, such as 5 or 5.50." },
      ],
    ],
    validValues: () => ({ Code: "FAMILY", "Off each ticket": "5.50", "Maximum number of tickets": "" }),
    refusals: [
      {
        typed: () => ({ Code: "taken", "Off each ticket": "5" }),
        meanwhile: ({ site, eventId }) => buildPromoCode(site.db, eventId, { code: "TAKEN" }),
        at: "Code",
        message: /already used by another/,
      },
    ],
    saved: shows("The code is saved."),
  },
  {
    name: "a shared number of places",
    as: "admin",
    prepare: ({ site, eventId }) => buildSharedCapacity(site.db, eventId, { title: "Main hall" }),
    path: ({ eventId }) => `/event/${eventId}/tickets`,
    reach: press("Edit Main hall"),
    form: formNamed("Shared places"),
    leaves: "panel",
    save: "Save the shared number",
    call: "sharedCapacity/save",
    rules: [
      [
        { "What is shared": "", "How many places together": "few" },
        {
          "What is shared": "Say what is shared, such as Main hall.",
          "How many places together": "Enter how many places there are together, as a whole number.",
        },
      ],
    ],
    validValues: () => ({ "What is shared": "Great hall", "How many places together": "80" }),
    refusals: [
      {
        typed: () => ({ "What is shared": "Hall \u0085", "How many places together": "80" }),
        at: "What is shared",
        message: noControl,
      },
    ],
    saved: shows("The shared capacity is saved."),
  },
  {
    name: "an extra",
    as: "admin",
    prepare: ({ site, eventId }) => buildExtras(site.db, eventId, { name: "Dinner", maxStock: 5 }),
    path: ({ eventId }) => `/event/${eventId}/extras`,
    reach: press("Edit Dinner"),
    form: formNamed("Extra"),
    leaves: "panel",
    save: "Save the extra",
    call: "event/saveExtras",
    rules: [
      [
        {
          Name: "",
          Price: "much",
          "Line 1, what": "",
          "Line 1, how many": "0",
          "How many there are": "few",
        },
        {
          Name: "Give the extra a name.",
          Price: "Enter an amount such as 25 or 25.50; 0 is free.",
          "Line 1, what": "Say what it is.",
          "Line 1, how many": "1 to 1,000.",
          "How many there are": "Enter a whole number, or nothing for no limit.",
        },
      ],
    ],
    validValues: () => ({
      Name: "Supper",
      Price: "20",
      "Line 1, what": "Course",
      "Line 1, how many": "3",
      "How many there are": "8",
    }),
    refusals: [
      {
        typed: () => ({
          Name: "Supper",
          Price: "20",
          "Line 1, what": "Course",
          "Line 1, how many": "3",
          "How many there are": "1",
        }),
        meanwhile: ({ site, eventId }) =>
          site.db.updateTable("extras").set({ sold: 2 }).where("event_id", "=", eventId).execute(),
        at: "How many there are",
        message: /at least 2/,
      },
    ],
    saved: shows("The extra is saved."),
  },
  {
    name: "a sponsorship package",
    as: "admin",
    path: ({ eventId }) => `/event/${eventId}/sponsorship-packages`,
    reach: async (page) => {
      await press("Edit Gold")(page);
      await press("Add a line")(page);
    },
    form: formNamed("Sponsorship package"),
    leaves: "panel",
    save: "Save the package",
    call: "sponsorship-package/save",
    rules: [
      [
        { Name: "", Price: "0", "How many there are": "few" },
        {
          Name: "Give the package a name.",
          Price: "Enter an amount above 0, such as 500 or 500.50.",
          "Line 1": "Enter what the sponsor gets or does not get.",
          "How many there are": "Enter a whole number, or nothing for no limit.",
        },
      ],
    ],
    validValues: () => ({ Name: "Golden", Price: "500", "How many there are": "3" }),
    refusals: [
      {
        typed: () => ({ Name: "Golden", Price: "500", "Line 1": "Logo", "How many there are": "1" }),
        meanwhile: ({ site, packageId }) =>
          site.db
            .updateTable("sponsorship_packages")
            .set({ sold_count: 2 })
            .where("id", "=", packageId)
            .execute(),
        at: "How many there are",
        message: /at least 2/,
      },
    ],
    saved: shows("The package is saved."),
  },
  {
    name: "a copy of an event",
    as: "admin",
    path: () => "/dashboard/admin",
    reach: async (page) => {
      await page.getByRole("button", { name: /^Copy event Supper/ }).click();
    },
    form: formNamed("Copy of the event"),
    leaves: "panel",
    save: "Make the copy",
    call: "event/copy",
    rules: [
      [
        { Name: "", Starts: "" },
        { Name: "Please give the event a name.", Starts: "Please choose a day and a time." },
      ],
    ],
    validValues: () => ({ Name: "Supper, next year", Starts: "2032-05-10T19:30" }),
    refusals: [
      {
        typed: () => ({ Name: "Supper \u0085", Starts: "2032-05-10T19:30" }),
        at: "Name",
        message: noControl,
      },
    ],
    saved: (page) => expect(page.getByRole("heading", { level: 1, name: "Details" })).toBeVisible(),
  },
  {
    name: "an attendee",
    as: "admin",
    prepare: ({ site, eventId }) => buildTicket(site.db, eventId, { price: 0, title: "VIP", maxStock: 1 }),
    path: ({ eventId }) => `/event/${eventId}/attendees`,
    reach: async (page) => {
      await press("More for Mia Keller")(page);
      await page.getByRole("menuitem", { name: "Change" }).click();
    },
    form: formNamed("Attendee"),
    leaves: "panel",
    save: "Save changes",
    call: "registration/updateAttendee",
    rules: [
      [
        { "First name": "", "E-mail": "nowhere" },
        { "First name": "A first name is required.", "E-mail": "This is not an e-mail address." },
      ],
    ],
    validValues: () => ({ "First name": "Maria", "E-mail": newEmail(), Ticket: "Standard", Phone: "" }),
    refusals: [
      {
        typed: () => ({ "First name": "Maria", "E-mail": newEmail(), Ticket: "VIP" }),
        meanwhile: async (formEvent) => {
          const vip = await formEvent.site.db
            .selectFrom("tickets")
            .select("id")
            .where("event_id", "=", formEvent.eventId)
            .where("title", "=", "VIP")
            .executeTakeFirstOrThrow();
          await register(formEvent, "Zoë", vip.id);
        },
        at: "Ticket",
        message: /sold out|places left/,
      },
      { typed: () => ({ Ticket: "Standard", Phone: "12 \u0085" }), at: "Phone", message: noControl },
    ],
    saved: (page) => expect(page.getByRole("button", { name: "More for Maria Keller" })).toBeVisible(),
  },
  {
    name: "a refund",
    as: "admin",
    prepare: async ({ site, eventId }) => {
      const { id: ticketId } = await buildTicket(site.db, eventId, { price: 2000, title: "Dinner" });
      await buyOrder(site, { eventId, ticketId, names: [["Zoë", "Groß"]], email: newEmail() });
    },
    path: ({ eventId }) => `/event/${eventId}/orders?purpose=registration&status=paid`,
    reach: async (page) => {
      await page.getByRole("row").filter({ hasText: "Zoë Groß" }).getByRole("link").click();
      await press("Refund")(page);
    },
    form: formNamed("Refund"),
    leaves: "panel",
    save: /^Refund/,
    call: "order/refund",
    rules: [
      [{ "How much": "An amount", Amount: "" }, { Amount: "Please give an amount, such as 12 or 12.50." }],
      [{ Amount: "99999" }, { Amount: "the amount that is left" }],
      [{ "How much": "lines" }, { Dinner: "Please enter how many of each." }],
      [{ Dinner: "2" }, { Dinner: "The order has only 1." }],
    ],
    validValues: () => ({ "How much": "An amount", Amount: "5", Reason: "Ill" }),
    refusals: [
      {
        typed: () => ({ "How much": "An amount", Amount: "5", Reason: "Ill \u0085" }),
        at: "Reason",
        message: noControl,
      },
    ],
    saved: shows("The refund is requested."),
  },
];

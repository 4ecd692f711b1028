/** The files in movedFrom/ are like exports of other systems (sources: importPresets.ts). Their people are invented. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import { columnsOf } from "../importColumns.ts";
import { presetOf, presets } from "../importPresets.ts";

async function headingsOf(file: string): Promise<string[]> {
  const body = await readFile(new URL(`movedFrom/${file}`, import.meta.url));
  for await (const batch of readSheet(body, { mostRows: 1000 })) return [...batch[0]!];
  throw new Error(`${file} is empty.`);
}

const meaningsOf = (headings: readonly string[]) =>
  Object.fromEntries(
    columnsOf(headings, { questions: [], choices: [] }).flatMap(({ heading, meaning }) =>
      meaning === "additional" || meaning === "leaveOut" ? [] : [[heading, meaning]],
    ),
  );

const checkinList = {
  "Attendee name": "name",
  "Attendee name: Given name": "firstName",
  "Attendee name: Family name": "lastName",
  Product: "ticket",
  "Order code": "orderNumber",
  Email: "buyerEmail",
  "Phone number": "phone",
  Price: "price",
  "Order date": "registeredAt",
  "Order time": "registeredAt",
};
const checkinOnly = { Secret: "code", "Checked in": "checkedIn", Company: "company", Comment: "note" };
const positions = {
  ...checkinList,
  Variation: "variation",
  "Ticket secret": "code",
  "Attendee email": "email",
  "Invoice address name": "buyerName",
  Status: "state",
  "Attendee company": "company",
  "Order comment": "note",
};

describe("a file of another system", () => {
  test.each([
    ["pretix-positions.csv", "pretix", positions],
    ["pretix-positions-excel.csv", "pretix", positions],
    ["pretix-checkin.csv", "pretix", { ...checkinList, ...checkinOnly }],
    ["pretix-checkin.xlsx", "pretix", { ...checkinList, ...checkinOnly }],
    [
      "pretix-checkin-de.csv",
      "pretix",
      {
        "Name Teilnehmer*in": "name",
        "Teilnehmer*innenname: Vorname": "firstName",
        "Teilnehmer*innenname: Nachname": "lastName",
        Produkt: "ticket",
        Bestellnummer: "orderNumber",
        "E-Mail": "buyerEmail",
        Telefonnummer: "phone",
        Preis: "price",
        Bestelldatum: "registeredAt",
        Bestelluhrzeit: "registeredAt",
        Eingecheckt: "checkedIn",
        Firma: "company",
        Kommentar: "note",
        Secret: "code",
      },
    ],
    [
      "pretix-orders.csv",
      "pretix",
      {
        Status: "state",
        "Order code": "orderNumber",
        "Order date": "registeredAt",
        Company: "company",
        Email: "email",
        "Phone number": "phone",
        Name: "name",
        "Given name": "firstName",
        "Family name": "lastName",
      },
    ],
    [
      "eventbrite.csv",
      "Eventbrite",
      {
        "First Name": "firstName",
        "Last Name": "lastName",
        Email: "email",
        "Ticket Type": "ticket",
        "Order #": "orderNumber",
        "Total Paid": "price",
        Company: "company",
        Quantity: "quantity",
        "Attendee Status": "state",
        "Barcode #": "code",
      },
    ],
    [
      "tickettailor.csv",
      "Ticket Tailor",
      {
        "Order status": "state",
        "Ticket type": "ticket",
        "Order ID": "orderNumber",
        "Ticket price": "price",
        "Order date": "registeredAt",
        "Checked in": "checkedIn",
        "Buyer email": "buyerEmail",
        "Buyer name": "buyerName",
        "Ticket status": "state",
        "Full name": "name",
        "First name": "firstName",
        "Last name": "lastName",
        Email: "email",
        Phone: "phone",
        "Ticket code": "code",
      },
    ],
    [
      "hievents.csv",
      "Hi.Events",
      {
        "First Name": "firstName",
        "Last Name": "lastName",
        Email: "email",
        Status: "state",
        "Product Name": "ticket",
        "Created Date": "registeredAt",
        "Check Ins": "checkedIn",
        Notes: "note",
        "Public ID": "code",
      },
    ],
    [
      "luma.csv",
      "Luma",
      {
        name: "name",
        first_name: "firstName",
        last_name: "lastName",
        email: "email",
        phone_number: "phone",
        approval_status: "state",
        ticket_name: "ticket",
        amount: "price",
        created_at: "registeredAt",
        checked_in_at: "checkedIn",
        qr_code_url: "code",
      },
    ],
    [
      "googleforms.csv",
      "Google Forms",
      {
        "Email Address": "email",
        "Your name": "name",
        "Phone number": "phone",
        "How many are coming?": "quantity",
        "Which ticket?": "ticket",
      },
    ],
  ])(
    "the columns of the file %s are guessed, and the file is known as an export of %s",
    async (file, source, meanings) => {
      const headings = await headingsOf(file);
      expect(presetOf(headings)?.source).toBe(source);
      expect(meaningsOf(headings)).toEqual(meanings);
    },
  );

  test("each preset is found by its own signature, and exactly one has advice", () => {
    for (const preset of presets) expect(presetOf(preset.signature)).toBe(preset);
    expect(presets.filter(({ advice }) => advice !== undefined)).toHaveLength(1);
  });
});

test("Foyer's own file is known although its headings name a time zone and a currency", () => {
  const headings = "Attendee,First name,Last name,E-mail,Phone,Ticket,Registration,State".split(",");
  headings.push("Registered (Europe/Berlin)", "Checked in (Europe/Berlin)", "Order", "Payment");
  headings.push("Price (EUR)", "Paid for the order (EUR)", "Order in another system");
  headings.push("Paid in another system (EUR)", "Any allergies?");
  expect(presetOf(headings)?.source).toBe("Foyer");
  expect(meaningsOf(headings)).toEqual({
    "First name": "firstName",
    "Last name": "lastName",
    "E-mail": "email",
    Phone: "phone",
    Ticket: "ticket",
    Registration: "group",
    State: "state",
    Order: "orderNumber",
    "Paid for the order (EUR)": "price",
    "Registered (Europe/Berlin)": "registeredAt",
    "Checked in (Europe/Berlin)": "checkedIn",
  });
});

test.each([
  ["Name,E-mail,Ticket", "name,email,ticket"],
  ["Attendee,E-mail", "name,email"],
  ["Attendee #,First name,E-mail", "-,firstName,email"],
  ["Vorname,Name,E-Mail-Adresse,Ticketart", "firstName,lastName,email,ticket"],
  ["Vor- und Nachname,E-Mail,Telefon", "name,email,phone"],
  ["Prénom,Nom,Adresse e-mail,Type de billet", "firstName,lastName,email,ticket"],
  ["Nom,Courriel,Téléphone", "name,email,phone"],
  ["ชื่อ,นามสกุล,อีเมล,เบอร์โทรศัพท์,ประเภทบัตร", "firstName,lastName,email,phone,ticket"],
  ["ชื่อ-นามสกุล,อีเมล", "name,email"],
  ["Gruppe,Name,E-Mail des Käufers,Anzahl Personen", "group,name,buyerEmail,quantity"],
  ["Zeitstempel,E-Mail-Adresse,Dein Name", "-,email,name"],
])("a list with the headings %s has the meanings %s", (headings, meanings) => {
  const columns = columnsOf(headings.split(","), { questions: [], choices: [] });
  const read = columns.map(({ meaning }) => (meaning === "additional" ? "-" : meaning));
  expect(read.join(",")).toBe(meanings);
});

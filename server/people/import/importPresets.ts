/**
 * Sources: files of pretix 2026.8 in English and German, Hi.Events' AttendeesExport.php, exports of Luma and Eventbrite
 * quoted in public repositories, and server/people/exportPeople.ts. Ticket Tailor and Google Forms are from memory.
 */
import { NOT_IMPORTED_HEADING } from "../../../contract/rules/otherRows.ts";
import type { ColumnMeaning } from "../../../contract/shapes/people.ts";
import { comparedText } from "./comparedText.ts";

/** The headings of each meaning. If a file has several, the first in the list counts, unless columns may share it. */
export type MeaningHeadings = Readonly<Partial<Record<ColumnMeaning, readonly string[]>>>;

export interface ImportPreset {
  source: string;
  /** A file must have all of these headings. */
  signature: readonly string[];
  meanings: MeaningHeadings;
  /** What to export instead, for a list that has no people. */
  advice?: string;
}

export const presets: readonly ImportPreset[] = [
  {
    source: "pretix",
    signature: ["Order code", "Product"],
    meanings: {
      name: ["Attendee name"],
      firstName: ["Attendee name: Given name"],
      lastName: ["Attendee name: Family name"],
      email: ["Attendee email"],
      phone: ["Phone number"],
      ticket: ["Product"],
      variation: ["Variation"],
      orderNumber: ["Order code"],
      buyerEmail: ["Email"],
      buyerName: ["Invoice address name"],
      price: ["Price"],
      registeredAt: ["Order date", "Order time"],
      checkedIn: ["Checked in"],
      company: ["Attendee company", "Company"],
      note: ["Order comment", "Comment"],
      code: ["Secret", "Ticket secret"],
      state: ["Status"],
      leaveOut: ["Pseudonymization ID", "Position order link", "State"],
    },
  },
  {
    source: "pretix",
    signature: ["Bestellnummer", "Produkt", "Name Teilnehmer*in"],
    meanings: {
      name: ["Name Teilnehmer*in"],
      firstName: ["Teilnehmer*innenname: Vorname"],
      lastName: ["Teilnehmer*innenname: Nachname"],
      phone: ["Telefonnummer"],
      ticket: ["Produkt"],
      variation: ["Variante"],
      orderNumber: ["Bestellnummer"],
      buyerEmail: ["E-Mail"],
      price: ["Preis"],
      registeredAt: ["Bestelldatum", "Bestelluhrzeit"],
      checkedIn: ["Eingecheckt"],
      company: ["Firma"],
      note: ["Kommentar"],
      code: ["Secret", "Ticket-Secret"],
      state: ["Status"],
      leaveOut: ["Bundesstaat"],
    },
  },
  {
    source: "pretix",
    signature: ["Order code", "Order total", "Positions"],
    meanings: {
      name: ["Name"],
      firstName: ["Given name"],
      lastName: ["Family name"],
      email: ["Email"],
      phone: ["Phone number"],
      state: ["Status"],
      leaveOut: ["Order link", "State"],
    },
    advice: "This list has orders without their people. Export the order positions, or a check-in list.",
  },
  {
    source: "Eventbrite",
    signature: ["Order #", "Ticket Type", "Attendee #"],
    meanings: {
      firstName: ["First Name"],
      lastName: ["Last Name"],
      email: ["Email"],
      phone: ["Cell Phone", "Home Phone", "Work Phone"],
      ticket: ["Ticket Type"],
      orderNumber: ["Order #"],
      price: ["Total Paid"],
      // The date is written month first, so it is often not clear which number is the day.
      additional: ["Order Date", "Group"],
      state: ["Attendee Status"],
      code: ["Barcode #"],
      leaveOut: ["Attendee #"],
    },
  },
  {
    source: "Ticket Tailor",
    signature: ["Order ID", "Ticket code", "Ticket type", "Buyer email"],
    meanings: {
      name: ["Full name"],
      firstName: ["First name"],
      lastName: ["Last name"],
      email: ["Email"],
      phone: ["Phone"],
      ticket: ["Ticket type"],
      orderNumber: ["Order ID"],
      price: ["Ticket price"],
      registeredAt: ["Order date"],
      checkedIn: ["Checked in"],
      buyerEmail: ["Buyer email"],
      buyerName: ["Buyer name"],
      state: ["Order status", "Ticket status"],
      code: ["Ticket code"],
      leaveOut: ["Ticket ID", "Event ID"],
    },
  },
  {
    source: "Hi.Events",
    signature: ["Product Name", "Public ID", "Short ID"],
    meanings: {
      firstName: ["First Name"],
      lastName: ["Last Name"],
      email: ["Email"],
      ticket: ["Product Name"],
      registeredAt: ["Created Date"],
      checkedIn: ["Check Ins"],
      note: ["Notes"],
      state: ["Status"],
      code: ["Public ID"],
      leaveOut: ["ID", "Product ID", "Event ID", "Short ID", "Last Updated Date"],
    },
  },
  {
    source: "Luma",
    signature: ["api_id", "approval_status", "qr_code_url"],
    meanings: {
      name: ["name"],
      firstName: ["first_name"],
      lastName: ["last_name"],
      email: ["email"],
      phone: ["phone_number"],
      ticket: ["ticket_name"],
      price: ["amount"],
      registeredAt: ["created_at"],
      checkedIn: ["checked_in_at"],
      state: ["approval_status"],
      code: ["qr_code_url"],
      leaveOut: ["api_id", "ticket_type_id"],
    },
  },
  ...["Timestamp", "Zeitstempel", "Horodateur", "ประทับเวลา"].map((timestamp) => ({
    source: "Google Forms",
    signature: [timestamp],
    meanings: {},
  })),
  {
    source: "Foyer",
    signature: ["Attendee", "Registration", "Registered", "Checked in", "Paid for the order"],
    meanings: {
      firstName: ["First name"],
      lastName: ["Last name"],
      email: ["E-mail"],
      phone: ["Phone"],
      ticket: ["Ticket"],
      group: ["Registration"],
      orderNumber: ["Order"],
      price: ["Paid for the order"],
      registeredAt: ["Registered"],
      checkedIn: ["Checked in"],
      state: ["State"],
      leaveOut: ["Attendee"],
    },
  },
];

const listed = (...lines: readonly string[]) => lines.flatMap((line) => line.split(", "));

/** Headings that any file may have, such as a form or a list made by hand. */
export const commonHeadings: MeaningHeadings = {
  firstName: ["First name", "Given name", "Forename", "Vorname", "Prénom", "ชื่อจริง"],
  lastName: ["Last name", "Surname", "Family name", "Nachname", "Familienname", "Nom de famille", "นามสกุล"],
  name: listed(
    "Full name, Your name, Your full name, Attendee name, Guest name, Name of the guest",
    "Vor- und Nachname, Vollständiger Name, Dein Name, Ihr Name, Teilnehmername",
    "Name Teilnehmer*in, Nom complet, Nom et prénom, Prénom et nom, Votre nom, Nom du participant",
    "ชื่อ-นามสกุล, ชื่อและนามสกุล, ชื่อเต็ม, ชื่อผู้เข้าร่วม",
  ),
  email: listed(
    "E-mail, E-mail address, Mail, Your e-mail, Your e-mail address, Attendee e-mail",
    "E-Mail-Adresse, Mailadresse, Deine E-Mail-Adresse, Ihre E-Mail-Adresse, Adresse e-mail",
    "Adresse électronique, Courriel, Adresse courriel, Votre adresse e-mail, อีเมล, อีเมล์",
    "ที่อยู่อีเมล",
  ),
  phone: listed(
    "Phone, Phone number, Telephone, Tel, Mobile, Mobile number, Cell phone, Telefon",
    "Telefonnummer, Handy, Handynummer, Mobilnummer, Téléphone, Numéro de téléphone, Portable",
    "โทรศัพท์, เบอร์โทร, เบอร์โทรศัพท์, หมายเลขโทรศัพท์",
  ),
  ticket: listed(
    "Ticket, Ticket name, Ticket type, Ticket category, Which ticket, Your ticket, Product name",
    "Ticketart, Tickettyp, Ticketname, Ticketkategorie, Welches Ticket, Karte, Kartenart, Billet",
    "Type de billet, Catégorie de billet, Quel billet, บัตร, ประเภทบัตร, ตั๋ว, ประเภทตั๋ว",
  ),
  group: ["Group", "Gruppe", "Groupe", "กลุ่ม"],
  orderNumber: listed(
    "Order, Order ID, Order code, Order number, Order no., Bestellung, Bestellnummer, Commande",
    "Numéro de commande, คำสั่งซื้อ, หมายเลขคำสั่งซื้อ",
  ),
  price: ["Price", "Ticket price", "Price paid", "Preis", "Prix", "ราคา"],
  registeredAt: ["Registered at", "Order date", "Bestelldatum", "Angemeldet am", "Date de commande"],
  checkedIn: ["Checked in", "Eingecheckt", "เช็คอินแล้ว"],
  company: ["Company", "Firma", "Entreprise", "Société", "บริษัท"],
  note: ["Note", "Notiz", "Bemerkung", "Kommentar", "Remarque", "หมายเหตุ"],
  code: listed(
    "Ticket code, QR code, Barcode, Ticketcode, QR-Code, Code QR, Code-barres, บาร์โค้ด",
    "คิวอาร์โค้ด",
  ),
  buyerEmail: listed(
    "Buyer e-mail, Buyer e-mail address, Purchaser e-mail, E-Mail des Käufers",
    "E-mail de l'acheteur, อีเมลผู้ซื้อ",
  ),
  buyerName: listed(
    "Buyer, Buyer name, Purchaser, Käufer, Name des Käufers, Acheteur, Nom de l'acheteur, ผู้ซื้อ",
  ),
  quantity: listed(
    "Quantity, Number of people, Number of guests, How many people, How many are coming, Anzahl",
    "Anzahl Personen, Anzahl der Personen, Personenzahl, Wie viele kommen, Quantité",
    "Nombre de personnes, Combien de personnes, จำนวน, จำนวนคน",
  ),
  leaveOut: [NOT_IMPORTED_HEADING],
};

/** Headings that are a first and a last name if a file has both. */
export const namePairs: readonly { firstName: string; lastName: string }[] = [
  { firstName: "Vorname", lastName: "Name" },
  { firstName: "Prénom", lastName: "Nom" },
  { firstName: "ชื่อ", lastName: "นามสกุล" },
];

/** Headings of a whole name in a file without first names. */
export const nameHeadings = listed("Name, Attendee, Participant, Teilnehmer, Teilnehmer*in, Nom, ชื่อ");

/** The form in which headings are compared with these lists, without a part in brackets at the end. */
export function headingForm(heading: string): string {
  return comparedText(heading.replace(/ \([^()]*\)$/, ""));
}

/** The preset with the longest signature that these headings have, or null. */
export function presetOf(headings: readonly string[]): ImportPreset | null {
  const forms = new Set(headings.map(headingForm));
  const found = presets.filter(({ signature }) =>
    signature.every((heading) => forms.has(headingForm(heading))),
  );
  return found.sort((one, other) => other.signature.length - one.signature.length)[0] ?? null;
}

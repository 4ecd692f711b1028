import { countryName } from "../../contract/rules/questions/countries.ts";
import type { ClubRow } from "./rows.ts";

/** The seller as receipts and mails show it; unknown texts are empty. */
export interface SellerText {
  readonly name: string;
  readonly address: string;
  /** Such as "Tax number DE123456789". */
  readonly taxNumber: string;
  readonly register: string;
}

/** The seller, with the club's name and location if the legal ones are missing. */
export function sellerText(club: ClubRow): SellerText {
  const { legal_name, legal_address, country, tax_number, register } = club;
  return {
    name: legal_name || club.name,
    address: [legal_address || club.location, countryName(country)].filter(Boolean).join(", "),
    taxNumber: tax_number ? `Tax number ${tax_number}` : "",
    register: register ?? "",
  };
}

/** The seller in one line. */
export function sellerLine(club: ClubRow): string {
  const { name, address, taxNumber, register } = sellerText(club);
  return [name, address, register, taxNumber].filter(Boolean).join(" · ");
}

import type { Club, ClubListing, Seller } from "../../contract/shapes/club.ts";
import type { ClubRow } from "./rows.ts";

/** The address of a logo, or of the default (docs/wire.md §4, Images). */
export function clubLogoUrl(logo: string | null): string {
  return `/api/club-logo/${logo ?? "default"}`;
}

/** Presents a stored club. */
export function presentClub(row: ClubRow): Club {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    logo: row.logo,
    logoUrl: clubLogoUrl(row.logo),
    contactEmail: row.contact_email,
    phone: row.phone,
    showContact: row.show_contact,
    imprintUrl: row.imprint_url,
    privacyUrl: row.privacy_url,
    termsUrl: row.terms_url,
    refundPolicyUrl: row.refund_policy_url,
    seller: presentSeller(row),
    ...(!row.is_listed && { isUnlisted: true as const }),
    createdAt: row.created_at.toISOString(),
  };
}

/** The two conditions under which public lists show the club's events. */
export function presentListing(row: Pick<ClubRow, "is_confirmed" | "is_approved">): ClubListing {
  return { isConfirmed: row.is_confirmed, isApproved: row.is_approved };
}

function presentSeller(row: ClubRow): Seller {
  return {
    legalName: row.legal_name,
    address: row.legal_address,
    country: row.country,
    taxNumber: row.tax_number,
    register: row.register,
  };
}

import type { BodyInput } from "../../../contract/all.ts";
import { isHttpsAddress, type PolicyField, policyFields } from "../../../contract/rules/club/policies.ts";
import { isEmail } from "../../../contract/rules/email.ts";
import type { Club, Seller } from "../../../contract/shapes/club.ts";

export interface ClubValues extends Record<string, unknown>, Record<PolicyField, string> {
  name: string;
  location: string;
  contactEmail: string;
  phone: string;
  showContact: boolean;
  seller: Record<keyof Seller, string>;
  files: File[];
  isLogoRemoved: boolean;
}

export function valuesOf(club: Club | null): ClubValues {
  return {
    name: club?.name ?? "",
    location: club?.location ?? "",
    contactEmail: club?.contactEmail ?? "",
    phone: club?.phone ?? "",
    showContact: club?.showContact ?? false,
    imprintUrl: club?.imprintUrl ?? "",
    privacyUrl: club?.privacyUrl ?? "",
    termsUrl: club?.termsUrl ?? "",
    refundPolicyUrl: club?.refundPolicyUrl ?? "",
    seller: {
      legalName: club?.seller.legalName ?? "",
      address: club?.seller.address ?? "",
      country: club?.seller.country ?? "",
      taxNumber: club?.seller.taxNumber ?? "",
      register: club?.seller.register ?? "",
    },
    files: [],
    isLogoRemoved: false,
  };
}

/** The request body without the picture. */
export function bodyOf(values: ClubValues, id: number | null): BodyInput<"club/save"> {
  const { name, location, contactEmail, phone, showContact, seller, files, isLogoRemoved } = values;
  return {
    ...(id !== null && { id }),
    name: name.trim(),
    location: location.trim(),
    contactEmail: contactEmail.trim() || null,
    phone: phone.trim() || null,
    showContact,
    imprintUrl: values.imprintUrl.trim() || null,
    privacyUrl: values.privacyUrl.trim() || null,
    termsUrl: values.termsUrl.trim() || null,
    refundPolicyUrl: values.refundPolicyUrl.trim() || null,
    seller: {
      legalName: seller.legalName.trim(),
      address: seller.address.trim(),
      country: seller.country,
      taxNumber: seller.taxNumber.trim() || null,
      register: seller.register.trim() || null,
    },
    ...(isLogoRemoved && files.length === 0 && { rmImage: "true" }),
  };
}

export function problemsOf(values: ClubValues): Record<string, string> {
  const { name, contactEmail } = values;
  const wrongAddresses = policyFields.filter(
    (field) => values[field].trim() !== "" && !isHttpsAddress(values[field].trim()),
  );
  return {
    ...(name.trim() === "" && { name: "Please enter the club's name." }),
    ...(contactEmail.trim() !== "" &&
      !isEmail(contactEmail.trim()) && {
        contactEmail: "Please enter an e-mail address, like name@example.org.",
      }),
    ...Object.fromEntries(
      wrongAddresses.map((field) => [field, "Please enter an address like https://example.org/terms."]),
    ),
  };
}

/** A club as its form has it, and as the wire takes it. Pure. */
import type { BodyInput } from "../../../contract/all.ts";
import { isEmail } from "../../../contract/rules/email.ts";
import type { Club } from "../../../contract/shapes/club.ts";

/** Texts as typed, the chosen picture, and whether the old one shall go. */
export interface ClubValues extends Record<string, unknown> {
  name: string;
  location: string;
  contactEmail: string;
  phone: string;
  files: File[];
  isLogoRemoved: boolean;
}

/** The form of a club; an empty one for a new club. */
export function valuesOf(club: Club | null): ClubValues {
  return {
    name: club?.name ?? "",
    location: club?.location ?? "",
    contactEmail: club?.contactEmail ?? "",
    phone: club?.phone ?? "",
    files: [],
    isLogoRemoved: false,
  };
}

/** What is sent. `id` is null for a new club. */
export function bodyOf(values: ClubValues, id: number | null): BodyInput<"club/save"> {
  const { name, location, contactEmail, phone, files, isLogoRemoved } = values;
  return {
    ...(id !== null && { id }),
    name: name.trim(),
    location: location.trim(),
    contactEmail: contactEmail.trim() || null,
    phone: phone.trim() || null,
    ...(isLogoRemoved && files.length === 0 && { rmImage: "true" }),
  };
}

/** What is wrong, by field. */
export function problemsOf({ name, contactEmail }: ClubValues): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: "Please enter the club's name." }),
    ...(contactEmail.trim() !== "" &&
      !isEmail(contactEmail.trim()) && {
        contactEmail: "Please enter an e-mail address, like name@example.org.",
      }),
  };
}

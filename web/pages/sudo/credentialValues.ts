import type { BodyInput } from "../../../contract/all.ts";
import type { AppUser } from "../../../contract/shapes/appUser.ts";

/** The password is empty for an existing account. */
export type CredentialValues = {
  fullName: string;
  email: string;
  password: string;
};

/** For an existing account only what was changed, because its owner may have another address by now. */
export function bodyOf(
  { fullName, email: typedEmail, password }: CredentialValues,
  { user, clubId }: { user: AppUser | null; clubId: number },
): BodyInput<"appUser/save"> {
  const email = typedEmail.trim();
  if (user === null) return { fullName, email, password, clubId };
  return {
    id: user.id,
    ...(fullName !== user.fullName && { fullName }),
    ...(email !== user.email && { email }),
  };
}

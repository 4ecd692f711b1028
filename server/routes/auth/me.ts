import { DomainError } from "../../domainError.ts";
import { route } from "../../http/route.ts";

export const me = route("auth/me", async ({ viewer }) => {
  if (viewer === null) throw new DomainError("notSignedIn", "Please sign in.");
  return { payload: { currentUser: viewer } };
});

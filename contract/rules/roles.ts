/** The two roles of signed-in people (docs/product.md §6). */
export const SUDO = 10;
export const ADMIN = 20;

/** The number of a role. */
export type Role = typeof SUDO | typeof ADMIN;

/** The page that opens after signing in (docs/product.md §2, default home). */
export function homeOf(role: Role | null): string {
  if (role === ADMIN) return "/dashboard/admin";
  if (role === SUDO) return "/dashboard/sudo";
  return "/auth/Signout";
}

/** The zone a buyer's browser tells; one that nobody knows is as good as none. */
export function knownZone(zone: string | null | undefined): string | null {
  if (zone === null || zone === undefined) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone === ""
      ? null
      : zone;
  } catch {
    return null;
  }
}

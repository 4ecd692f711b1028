/**
 * The events whose attendees' names this browser may have. The names must be deleted after an event even if its door is
 * not opened again.
 */

export interface KeptDoor {
  readonly eventId: number;
  /** ISO, as `eventEnd` of contract/rules/sales.ts gives it. */
  readonly endsAt: string;
}

const storageName = "foyer.doors";
const linkPrefix = "foyer.doorLink.";
/** A ticket may be valid until the end of the event's last day (`isRightDay`), which can have 25 hours. */
const keepNamesMs = 25 * 3_600_000;

export function savedDoors(): KeptDoor[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageName) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isKeptDoor) : [];
  } catch {
    return [];
  }
}

export function addSavedDoor(door: KeptDoor): void {
  storeDoors([...savedDoors().filter(({ eventId }) => eventId !== door.eventId), door]);
}

export function removeSavedDoor(droppedEventId: number): void {
  storeDoors(savedDoors().filter(({ eventId }) => eventId !== droppedEventId));
}

export function pastDoors(now: Date): number[] {
  return savedDoors()
    .filter(({ endsAt }) => new Date(endsAt).getTime() + keepNamesMs < now.getTime())
    .map(({ eventId }) => eventId);
}

/** The kept events that only staff need: this device has no helper's link to them. */
export function doorsOfStaff(): number[] {
  const helperEventIds = new Set(
    Object.keys(localStorage)
      .filter((name) => name.startsWith(linkPrefix))
      .map((name) => /"eventId":(\d+)/.exec(localStorage.getItem(name) ?? "")?.[1])
      .map(Number),
  );
  return savedDoors()
    .map(({ eventId }) => eventId)
    .filter((eventId) => !helperEventIds.has(eventId));
}

function storeDoors(doors: readonly KeptDoor[]): void {
  localStorage.setItem(storageName, JSON.stringify(doors));
}

function isKeptDoor(saved: unknown): saved is KeptDoor {
  const { eventId, endsAt } = (saved ?? {}) as Partial<KeptDoor>;
  return Number.isSafeInteger(eventId) && typeof endsAt === "string" && !Number.isNaN(Date.parse(endsAt));
}

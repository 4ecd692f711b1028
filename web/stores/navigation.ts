/** The latest navigation (docs/product.md §2, guard, step 2), and navigation outside components. */

/** `to` and `from` are paths with their queries; `from` is null if none was recorded before. */
export interface Journey {
  to: string;
  from: string | null;
}

let journey: Journey | null = null;
let navigate: ((path: string) => void) | null = null;

export function recordJourney(latest: Journey): void {
  journey = latest;
}

export function latestJourney(): Journey | null {
  return journey;
}

export function navigateWith(go: (path: string) => void): void {
  navigate = go;
}

/** Loads the document if there is no router yet. */
export function navigateTo(path: string): void {
  if (navigate === null) location.assign(path);
  else navigate(path);
}

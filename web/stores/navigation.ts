/**
 * The target and source of the latest navigation (docs/product.md §2, guard, step 2), and navigation for code outside
 * components.
 */

/** The paths of a navigation. The source of the first one is null. */
export interface Journey {
  to: string;
  from: string | null;
}

let journey: Journey | null = null;
let navigate: ((path: string) => void) | null = null;

/** Records a navigation: step 2 of the guard. */
export function recordJourney(latest: Journey): void {
  journey = latest;
}

/** The latest navigation, or null before the first. */
export function latestJourney(): Journey | null {
  return journey;
}

/** Registers the function that navigates within the app. */
export function navigateWith(go: (path: string) => void): void {
  navigate = go;
}

/** Navigates to one of our addresses. Loads the document if there is no router yet. */
export function navigateTo(path: string): void {
  if (navigate === null) location.assign(path);
  else navigate(path);
}

/**
 * Where the user is going and where from (docs/product.md §2, guard, step 2), and how code that is no component goes
 * somewhere: the router is made last, so it registers itself here.
 */

/** The target and source of the latest navigation, as paths. The source of the first one is null. */
export interface Journey {
  to: string;
  from: string | null;
}

let journey: Journey | null = null;
let navigate: ((path: string) => void) | null = null;

/** The guard's step 2. */
export function recordJourney(latest: Journey): void {
  journey = latest;
}

/** The latest navigation, or null before the first. */
export function latestJourney(): Journey | null {
  return journey;
}

/** Tells how to navigate within the app. */
export function navigateWith(go: (path: string) => void): void {
  navigate = go;
}

/** Goes to an address of ours; by a document load as long as there is no router. */
export function goTo(path: string): void {
  if (navigate === null) location.assign(path);
  else navigate(path);
}

/** The path of the page that is open. */
export function here(): string {
  return location.pathname;
}

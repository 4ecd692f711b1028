// The version of stripe-mock that judges Foyer. The same Go module contains Stripe's specification.

/** The Go module with its version. After changing it run `npm run trim:stripe`. */
export const stripeMockModule = "github.com/stripe/stripe-mock@v0.203.0";

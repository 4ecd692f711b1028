// Which stripe-mock judges Foyer? Stripe's specification comes along with it, in the same Go module.

/** The Go module with its version. After raising it run `npm run trim:stripe`. */
export const stripeMockModule = "github.com/stripe/stripe-mock@v0.203.0";

/** This Go module also contains Stripe's specification. After changing it run `npm run trim:stripe`. */
export const stripeMockModule = "github.com/stripe/stripe-mock@v0.203.0";

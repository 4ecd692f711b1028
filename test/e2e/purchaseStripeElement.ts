/**
 * Stripe's own script, as far as a page of ours uses it: there is no network in tests, and it may only be loaded from
 * Stripe. It mounts a field, says that it is ready, and pays by asking the test.
 */
import type { Page } from "@playwright/test";

/** What a try comes to: null when the provider took it, else its error as Stripe's script gives it. */
export type Paying = (clientSecret: string) => { type: string; message: string; code?: string } | null;

/** Answers for js.stripe.com with a script whose tries go to `paying`. */
export async function serveStripeElement(page: Page, paying: Paying): Promise<void> {
  await page.exposeFunction("payAsTheTestSays", paying);
  await page.route("https://js.stripe.com/**", (route) => {
    // The package that loads it wants the release whose name is in the address.
    const release = new URL(route.request().url()).pathname.split("/")[1];
    return route.fulfill({
      contentType: "text/javascript",
      body: `${script}\nwindow.Stripe.version = ${JSON.stringify(release)};`,
    });
  });
}

const script = `
  window.Stripe = (key) => ({
    key,
    elements: ({ clientSecret }) => {
      const elements = {
        clientSecret,
        create: () => {
          const listeners = {};
          return {
            on: (name, listener) => { listeners[name] = listener; },
            off: () => {},
            update: () => {},
            destroy: () => {},
            mount: (place) => {
              place.textContent = "Stripe's fields";
              setTimeout(() => listeners.ready && listeners.ready({}));
            },
          };
        },
        getElement: () => null,
        update: () => {},
        submit: async () => ({}),
      };
      return elements;
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    confirmPayment: async ({ elements }) => {
      const refused = await window.payAsTheTestSays(elements.clientSecret);
      return refused === null ? {} : { error: refused };
    },
  });
`;

/**
 * A replacement of Stripe's script for our pages: tests have no network, and the real one may only be loaded from
 * Stripe. It mounts a field, reports that it is ready, and asks the test for the result of a payment. Its functions that
 * do nothing must exist: Stripe's React package calls or checks them.
 */
import type { Page } from "@playwright/test";

/** The result of an attempt: null if the provider accepted it, otherwise the error as Stripe's script gives it. */
export type ConfirmPayment = (
  clientSecret: string,
) => { type: string; message: string; code?: string } | null;

/** Serves js.stripe.com with a script whose payments call `confirm`. */
export async function serveStripeElement(page: Page, confirm: ConfirmPayment): Promise<void> {
  await page.exposeFunction("confirmInTest", confirm);
  await page.route("https://js.stripe.com/**", (route) => {
    // Stripe's loading package warns if the script's version is not the release in the address.
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
        update: () => {},
      };
      return elements;
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    confirmPayment: async ({ elements }) => {
      const refused = await window.confirmInTest(elements.clientSecret);
      return refused === null ? {} : { error: refused };
    },
  });
`;

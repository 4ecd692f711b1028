import type { Page } from "@playwright/test";

/** Pays the intent of a client secret. Returns null, or the error as Stripe's script gives it. */
export type ConfirmPayment = (
  clientSecret: string,
) => { type: string; message: string; code?: string } | null;

/** Replaces Stripe's script, because tests have no network. Payments with the new script call `confirm`. */
export async function serveStripeElement(page: Page, confirm: ConfirmPayment): Promise<void> {
  await page.exposeFunction("confirmInTest", confirm);
  await page.route("https://js.stripe.com/**", (route) => {
    // With a test key, Stripe's loading package warns if the script's version is not the release in the address.
    const release = new URL(route.request().url()).pathname.split("/")[1];
    return route.fulfill({
      contentType: "text/javascript",
      body: `${script}\nwindow.Stripe.version = ${JSON.stringify(release)};`,
    });
  });
}

/** The functions that do nothing must exist: Stripe's React package calls or checks them. */
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

/**
 * The security headers of our pages. Scripts load only from our own files, and from Stripe if it takes the payments.
 * Rich texts are sanitised, too; if a script stayed in one, the browser would not run it.
 */

/** What the policy depends on. */
export interface PolicyParts {
  /** Whether Stripe takes the payments. */
  withStripe: boolean;
  /** Whether the site is served by https. For a year after a visit, the browser then uses no http. */
  isHttps: boolean;
}

/** The headers of the pages of a build. */
export function pageHeaders({ withStripe, isHttps }: PolicyParts): Record<string, string> {
  return {
    "content-security-policy": contentPolicy(withStripe),
    "x-content-type-options": "nosniff",
    // Addresses of ticket pages contain an access key, which other sites must not see.
    "referrer-policy": "no-referrer",
    "permissions-policy": `camera=(self), geolocation=(), microphone=(), payment=(self${withStripe ? ' "https://js.stripe.com"' : ""}), usb=()`,
    "cross-origin-opener-policy": "same-origin-allow-popups",
    ...(isHttps && { "strict-transport-security": "max-age=31536000" }),
  };
}

function contentPolicy(withStripe: boolean): string {
  const stripe = (...hosts: string[]) => (withStripe ? hosts.map((host) => ` https://${host}`).join("") : "");
  return [
    "default-src 'none'",
    `script-src 'self'${stripe("js.stripe.com", "*.js.stripe.com")}`,
    "style-src 'self'",
    // Components set sizes and colours of single elements by style attributes, which cannot run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${stripe("*.stripe.com")}`,
    "font-src 'self'",
    `connect-src 'self'${stripe("api.stripe.com", "r.stripe.com")}`,
    withStripe
      ? `frame-src${stripe("js.stripe.com", "*.js.stripe.com", "hooks.stripe.com")}`
      : "frame-src 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The headers of a worker's script: a worker has its own policy, not that of the page that starts it. WebAssembly (the
 * scanner of QR codes at the door) is allowed here, so that no page has to allow it.
 */
export const workerHeaders: Record<string, string> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'",
  "x-content-type-options": "nosniff",
};

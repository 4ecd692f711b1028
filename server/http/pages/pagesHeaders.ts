/**
 * What browsers are told to refuse on our pages. No script and no stylesheet but our own files: rich texts are
 * sanitised when they are saved, and should one slip through it still cannot run.
 */

/** What the policy depends on. */
export interface PolicyParts {
  /** Stripe's own script, frames and calls are needed where it takes the money. */
  withStripe: boolean;
  /** True where visitors come by https: then they always shall. */
  isHttps: boolean;
}

/** The headers that every page has. */
export function pageHeaders({ withStripe, isHttps }: PolicyParts): Record<string, string> {
  return {
    "content-security-policy": contentPolicy(withStripe),
    "x-content-type-options": "nosniff",
    // Addresses of ticket pages carry an access key, which is nobody else's business.
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
    // Components set sizes and colours of single elements by style attributes; those cannot load or run anything.
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
 * The headers of a worker's script: a worker's policy is its own, not that of the page that starts it. Here alone may
 * WebAssembly be compiled (the reader of codes at a door), so no page has to allow it.
 */
export const workerHeaders: Record<string, string> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'",
  "x-content-type-options": "nosniff",
};

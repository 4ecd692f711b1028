export interface PolicyParts {
  withStripe: boolean;
  /** If true, browsers use https for a year after a visit. */
  isHttps: boolean;
}

/** The security headers of our pages. They stop a script that was left in a rich text. */
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
    // Components set sizes and colours by style attributes.
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

/** A worker has its own policy, so pages need not allow the WebAssembly of the QR scanner. */
export const workerHeaders: Record<string, string> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'",
  "x-content-type-options": "nosniff",
};

/** Every setting, as in the README; a test compares the two. */
export const settings = [
  ["PORT", "3000", "Port to listen on; 0 takes any free one"],
  ["HOST", "127.0.0.1, in production 0.0.0.0", "Address to listen on"],
  ["DATA_DIR", "./data", "Folder for the embedded database, images and the outbox"],
  ["DATABASE_URL", "the embedded one", "A PostgreSQL 15 or newer to use instead: postgres://…"],
  [
    "FOYER_ROLE",
    "all",
    "What this process does: web answers visitors, worker sends mails and runs other jobs, all does both",
  ],
  [
    "PUBLIC_URL",
    "http://localhost:PORT; required in production",
    "Address under which visitors find Foyer, for links in mails and pages",
  ],
  ["CORS_ORIGINS", "none", "Other origins whose pages may call the API, separated by commas"],
  ["STRIPE_SECRET_KEY", "none", "Stripe's secret key: sk_… or rk_…"],
  ["STRIPE_PUBLISHABLE_KEY", "none", "Stripe's publishable key: pk_…"],
  [
    "STRIPE_WEBHOOK_SECRET",
    "none",
    "Signing secret of the webhook: whsec_…; two, separated by a comma, while one is replaced",
  ],
  [
    "STRIPE_REQUESTS_PER_SECOND",
    "25",
    "How often each node may ask Stripe; raise it when Stripe has raised your account's limit",
  ],
  ["STRIPE_API_BASE", "Stripe's own", "Another host that speaks Stripe's API, for tests"],
  [
    "SMTP_URL",
    "none: mails become files in DATA_DIR/outbox",
    "Mail server: smtp://user:password@host:587 or smtps://…",
  ],
  ["MAIL_FROM", "Foyer <foyer@localhost>", "Sender of all mails; required with SMTP_URL"],
  [
    "PAYMENT_PROVIDER",
    "stripe with Stripe's keys, else test",
    "stripe or test; in production test must be set explicitly",
  ],
  ["TRUST_PROXY", "false", "Proxies in front: how many (true is 1), or their addresses, separated by commas"],
  [
    "SERVER_SECRET",
    "created at the first start, stored in DATA_DIR",
    "Random text that second factors are encrypted with, the same on every node; two, separated by a comma, while one is replaced",
  ],
  [
    "SUPPORT_PHONE",
    "none: no chat link",
    "Phone number with country code whose messages somebody reads: +49…; pages then offer a chat",
  ],
  ["IMPRINT_URL", "none", "The site's imprint: an https address, linked at the foot of every page"],
  ["PRIVACY_URL", "none", "The site's privacy notice, linked likewise"],
  ["TERMS_URL", "none", "The site's terms, linked likewise; clubs accept them when they register"],
  ["REFUND_POLICY_URL", "none", "The site's refund policy, linked likewise"],
  [
    "APPROVE_FIRST_EVENTS",
    "off",
    "on: the first event of a club that registers appears on the home page once the super user approves it",
  ],
  ["API_DOCS", "on, in production off", "on or off: the page that shows the API to read, at /api/docs"],
  [
    "ALLOW_NEWER_DATABASE",
    "no",
    "yes: start although a newer version has changed the database, as while nodes are replaced one by one",
  ],
  ["NODE_ENV", "none", "production: no demo world, no development pages"],
] as const satisfies readonly (readonly [name: string, standard: string, means: string])[];

export type ConfigName = (typeof settings)[number][0];

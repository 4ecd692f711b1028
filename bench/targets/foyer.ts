/** Foyer itself. Without `isLimited` it has no rate limits, because all load comes from one address. */
import { openSecretBox } from "../../server/accounts/secondFactor/secretBox.ts";
import { buildApp } from "../../server/app.ts";
import { openDatabase } from "../../server/db/pool.ts";
import { registerPages } from "../../server/http/pages/pages.ts";
import { registerFiles } from "../../server/http/pages/pagesFiles.ts";
import { loadRenderer } from "../../server/http/pages/pagesRenderer.ts";
import type { RegisterPages } from "../../server/http/route.ts";
import { type Mailer, startMailer } from "../../server/mailer/mailer.ts";
import { createProvider } from "../../server/payments/createProvider.ts";
import type { TargetCommand } from "../processes.ts";
import { listen, options } from "./listen.ts";

const { databaseUrl, dataDir, dist, cachesPages, stripe, isLimited } = options;
const publicUrl = "http://127.0.0.1";

const pages: RegisterPages = async (app, site) => {
  const renderer = await loadRenderer(dist, {
    site: { origin: publicUrl, supportPhone: null, hasApiDocs: false },
    redirectOrigins: [],
  });
  const files = (scope: typeof app) => registerFiles(scope, `${dist}/client`);
  await registerPages(app, site, { renderer, files, isBuilt: cachesPages });
};

const { db, close } = openDatabase(databaseUrl, { applicationName: "foyer bench" });
const { http } = await buildApp({
  db,
  provider: await createProvider(
    stripe === undefined ? { paymentProvider: "test", stripe: null } : { paymentProvider: "stripe", stripe },
    db,
  ),
  secretBox: openSecretBox(["nobody signs in with a second factor while it is measured"]),
  publicUrl,
  dataDir,
  corsOrigins: [],
  trustProxy: isLimited ? 1 : false,
  log: false,
  limited: isLimited === true,
  ...(dist === undefined ? {} : { pages }),
});
await listen(http, close);

let mailer: Mailer | undefined;
const lines: string[] = [];
const addLine = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
process.on("message", (command: TargetCommand) => {
  if (command === "stop mailer") {
    void mailer?.stop().then(() => process.send!(lines.splice(0)));
    return;
  }
  mailer = startMailer(command.mail, { log: { warn: addLine, error: addLine } });
  process.send!(mailer.pid);
});

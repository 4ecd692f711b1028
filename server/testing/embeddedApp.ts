// An embedded database for tests that kill its process: node server/testing/embeddedApp.ts FOLDER
import { startEmbedded } from "../db/embedded.ts";

const { url } = await startEmbedded(process.argv[2] ?? "");
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);

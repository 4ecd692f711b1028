// npm scripts load this before a program of ours, in syntax that an old Node understands too.
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Foyer needs Node 22.18 or newer, and this is ${process.versions.node}. ` +
      "Run it through npm (npm start, npm test) after npm ci, which installs Node 24. " +
      "Where npm has no Node for this machine, install Node 24 from https://nodejs.org.",
  );
  process.exit(1);
}

// The cache saves compiling our imports at each start, also in processes that this one starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

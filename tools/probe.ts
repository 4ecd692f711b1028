// npm run probe -- https://tickets.example.org/an-event (docs/operations.md). Exits with 1 after a failed step.
import { parseArgs } from "node:util";
import { probe, probeSteps } from "./probe/probe.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "4" } },
});
const rounds = Number(values.rounds);
const [address = ""] = positionals;
if (!URL.canParse(address) || !Number.isInteger(rounds) || rounds < 1) {
  console.error("npm run probe -- ADDRESS-OF-AN-EVENT [--rounds 4]");
  process.exit(2);
}
const results = await probe(new URL(address), { rounds });
for (const step of probeSteps) {
  const { tried, failures, longestMs } = results[step];
  if (tried === 0) continue;
  const summary = `${tried - failures.length} of ${tried} answered`;
  console.log(`${step.padEnd(8)} ${summary}, ${Math.ceil(longestMs)} ms at most`);
  for (const failure of new Set(failures)) console.log(`         ${failure}`);
}
if (probeSteps.some((step) => results[step].failures.length > 0)) process.exitCode = 1;

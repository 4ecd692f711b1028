// npm run judge: third-party tools judge Foyer.
// npm run judge -- api documents runs only these two; npm run judge -- --nightly also runs the long ones.
import { Report, selectByName } from "./checks/report.ts";
import { apiJudge, apiLongJudge } from "./judges/apiJudge.ts";
import { clientsJudge } from "./judges/clientsJudge.ts";
import { documentJudge } from "./judges/documentJudge.ts";
import { documentsJudge } from "./judges/documentsJudge.ts";
import { firefoxJudge } from "./judges/firefoxJudge.ts";
import { type Judge, runJudge } from "./judges/judge.ts";
import { mailsJudge } from "./judges/mailsJudge.ts";
import { officeJudge } from "./judges/officeJudge.ts";
import { pretixJudge } from "./judges/pretixJudge.ts";
import { spamJudge } from "./judges/spamJudge.ts";
import { stripeJudge } from "./judges/stripeJudge.ts";
import { webkitJudge } from "./judges/webkitJudge.ts";

const judges: Judge[] = [
  apiJudge,
  apiLongJudge,
  documentJudge,
  clientsJudge,
  documentsJudge,
  firefoxJudge,
  webkitJudge,
  stripeJudge,
  mailsJudge,
  spamJudge,
  officeJudge,
  pretixJudge,
];

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("--"));
const isNightly = words.includes("--nightly");
const selected = selectByName(judges, names).filter(
  ({ nightly }) => names.length > 0 || isNightly || !nightly,
);
const report = new Report();
for (const judge of selected) await report.run({ name: judge.name, run: () => runJudge(judge) });
report.close({ countSkipped: true });
// A judge that timed out may have left a process that keeps this one alive.
process.exit();

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const comment = /^\s*(?:\/\*|\*|\/\/)/;
/** Names of events, errors and a state of Stripe's API. */
const word =
  /["'`](?:(?:payment_intent|charge|refund|customer|checkout\.session)\.[a-z_.]+|resource_missing|card_declined|requires_payment_method)["'`]/;

const wordsIn = (path: string, text: string): string[] =>
  text
    .split("\n")
    .flatMap((line, index) => (word.test(line) && !comment.test(line) ? [`${path}:${index + 1}`] : []));

test("outside tests, only server/payments and the webhook's example contain the words of a provider's API", () => {
  const found = ["contract", "server", "web"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/^server\/(?:payments|testing)\//.test(path))
    .filter((path) => path !== "server/http/openapi/openapiWebhook.ts")
    .flatMap((path) => wordsIn(path, readFileSync(join(root, path), "utf8")));
  expect(found).toEqual([]);
});

test("a planted word in another file is found", () => {
  const planted =
    '// "charge.refunded"\nif (type === "charge.refunded") return;\nconst is = code === `resource_missing`;';
  expect(wordsIn("server/planted.ts", planted)).toEqual(["server/planted.ts:2", "server/planted.ts:3"]);
  expect(wordsIn("server/planted.ts", 'const states = ["requires_payment", "refunded"];')).toEqual([]);
});

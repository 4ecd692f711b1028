import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Hold } from "../../../sale/draft.ts";
import { extrasOutcomeWords, outcomeWords } from "../../../sale/outcome.ts";
import { PaymentOfDraft } from "./GoToPayment.tsx";

const rendered = (draft: React.ComponentProps<typeof PaymentOfDraft>["draft"]) =>
  renderToString(
    <MemoryRouter>
      <PaymentOfDraft slug="gala" registrationId={3} draft={draft} />
    </MemoryRouter>,
  );
const holdOf = (registrationId: number) => ({ registrationId }) as Hold;

test("only a browser that has the hold leads to the payment", () => {
  expect(rendered({ hold: holdOf(3) })).toContain('href="/gala/checkout"');
  for (const hold of [null, holdOf(4)]) {
    expect(rendered({ hold })).toContain("go back to the browser where you began");
    expect(rendered({ hold })).not.toContain("href");
  }
  expect(rendered(null)).toBe("");
});

test('the text of a payment that did not arrive does not say "You can pay"', () => {
  for (const { text } of [outcomeWords.notPaid, extrasOutcomeWords.notPaid])
    expect(text).not.toContain("You can pay");
});

import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import type { PaymentIntent } from "../../../../contract/shapes/money/payment.ts";
import StripeForm from "./StripeForm.tsx";

/** Stripe's script cannot be loaded outside a browser. */
async function textWithoutStripe(heldWords: string | null): Promise<string> {
  const { prelude } = await prerender(
    <StripeForm
      intent={{ publishableKey: "pk_test_1" } as PaymentIntent}
      label="Pay €25"
      terms={null}
      busy={false}
      heldWords={heldWords}
      returnUrl="http://localhost/"
      onPay={async () => {}}
    />,
  );
  return (await new Response(prelude).text()).replaceAll("<!-- -->", "");
}

test("a buyer without Stripe's script reads that the tickets are still held, and a donor does not", async () => {
  expect(await textWithoutStripe("your tickets are")).toContain(
    "switch off your ad blocker. Meanwhile your tickets are still held.",
  );
  const donorText = await textWithoutStripe(null);
  expect(donorText).toContain("switch off your ad blocker.");
  expect(donorText).not.toContain("held");
});

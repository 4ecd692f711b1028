import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { OwnSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import { sampleEvent } from "../../../event/sample.ts";
import { Thanks } from "./Thanks.tsx";

test("a sponsor reads that their name is on the event's page only if it is there", () => {
  const event = sampleEvent();
  const shown = (part: Partial<OwnSponsorship>, showSponsors = true) => {
    const own = {
      sponsorship: { packageId: null, sponsorData: { firstName: "Ada", email: "ada@example.org" } },
      order: { items: [], taxes: [], refundedAmount: 0, currency: "eur", paymentStatus: "paid" },
      isPublic: true,
      isHidden: false,
      ...part,
    } as unknown as OwnSponsorship;
    const config = { ...event.config, showSponsors };
    return renderToString(
      <MemoryRouter>
        <Thanks event={{ ...event, config }} proof={{ sponsorshipId: 1, accessKey: "k" }} own={own} />
      </MemoryRouter>,
    ).includes("Your name is on the event’s page now.");
  };
  expect(shown({})).toBe(true);
  expect(shown({ isHidden: true })).toBe(false);
  expect(shown({ isPublic: false })).toBe(false);
  expect(shown({}, false)).toBe(false);
});

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PeopleDraft } from "../../../sale/draft.ts";
import { PeopleSummary } from "./PeopleSummary.tsx";

const guest = (email: string) => ({ ticketId: 1, name: "Gus", email, answers: {} });
const shown = (people: Partial<PeopleDraft>) =>
  renderToString(
    <PeopleSummary
      people={{
        buyer: { name: "Karl Lind", email: "karl@example.org", phone: "" },
        buyerAttends: true,
        attendees: [guest(""), guest("gus@example.org"), guest("KARL@example.org")],
        ...people,
      }}
      items={[]}
      everyGuest
      namesLater
    />,
  ).replaceAll(/<[^>]*>/g, "");

test("the review before the payment lists each address that gets tickets, once", () => {
  expect(shown({})).toMatch(/The tickets go to KARL@example.org and gus@example.org\.$/i);
  expect(shown({ guestsLater: true })).toMatch(/The tickets go to karl@example.org\.$/);
  expect(shown({ guestsLater: true })).toContain("Guest 1 of Karl Lind");
  expect(shown({ guestsLater: true, buyerAttends: false })).toMatch(/karl@example.org, for Karl Lind\.$/);
});

import { expect, test } from "vitest";
import { requestKeys } from "../../act/requestKeys.ts";
import type { Api } from "../../api/client.ts";
import { type DraftAction, draftAfter, emptyDraft, type Hold, type PurchaseDraft } from "../draft.ts";
import type { DraftStore } from "../draftStore.ts";
import { holdExtensionOf } from "../extendHold.ts";

const event = { config: { holdMinutes: 15, holdExtensions: 2 } };
const hold: Hold = {
  registrationId: 7,
  accessKey: "k".repeat(22),
  expiresAt: "2030-01-01T12:15:00.000Z",
  skewMs: 250,
  quote: {
    items: [],
    pricesIncludeTax: false,
    subtotal: 0,
    tax: 0,
    totalAmount: 0,
    taxes: [],
    currency: "eur",
    promoCode: null,
    discount: 0,
  },
  choice: { tickets: { 1: 2 }, extras: {} },
};

function parts(shown: Hold) {
  let draft: PurchaseDraft = { ...emptyDraft, hold: shown, named: true };
  const store = {
    get: () => draft,
    dispatch: (action: DraftAction) => {
      draft = draftAfter(draft, action);
    },
  } as DraftStore;
  const sent: unknown[] = [];
  const post = (async (name: string, body: unknown) => {
    sent.push([name, body]);
    return { expiresAt: "2030-01-01T12:30:00.000Z", extensionsLeft: 1 };
  }) as unknown as Api["post"];
  return { api: { post }, store, sent };
}

test("an extension changes the end of the hold and the extensions left, and nothing else", async () => {
  const { api, store, sent } = parts(hold);
  const extension = holdExtensionOf(event, hold, { api, store })!;
  expect(extension).toMatchObject({ minutes: 15, left: 2 });
  await extension.extend(requestKeys());
  expect(sent).toEqual([["registration/extendHold", { registrationId: 7, accessKey: hold.accessKey }]]);
  expect(store.get()).toEqual({
    ...emptyDraft,
    named: true,
    hold: { ...hold, expiresAt: "2030-01-01T12:30:00.000Z", extensionsLeft: 1 },
  });
});

test("the answer for a hold that was replaced meanwhile changes nothing", async () => {
  const { api, store } = parts({ ...hold, registrationId: 8 });
  await holdExtensionOf(event, hold, { api, store })!.extend(requestKeys());
  expect(store.get().hold).toEqual({ ...hold, registrationId: 8 });
});

test.each([
  ["there is no hold", null, event],
  ["the places are an offer of the waiting list", { ...hold, isOffer: true } as const, event],
  ["no extension is left", { ...hold, extensionsLeft: 0 }, event],
  ["the event allows none", hold, { config: { holdMinutes: 15, holdExtensions: 0 } }],
])("no extension is offered if %s", (_, shownHold, itsEvent) => {
  expect(holdExtensionOf(itsEvent, shownHold, parts(hold))).toBeNull();
});

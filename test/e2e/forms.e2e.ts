import type { Locator, Page } from "@playwright/test";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { buildUser, testPassword } from "../../server/testing/builders.ts";
import { buildFormEvent, type Fields, type FormCase, type FormEvent } from "./formEvent.ts";
import { formsOfAccounts } from "./formsOfAccounts.ts";
import { formsOfEvents } from "./formsOfEvents.ts";
import { beSignedIn, expect, expectAccessible, open, test } from "./journey.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

let site: PurchaseSite;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

// The server refuses some requests on purpose.
test.use({ expectedNoise: /status of 4(00|01|09|15)/ });

test.use({ viewport: { width: 390, height: 844 } });

/** The only form whose test also runs without `--all` (docs/decisions/0025). */
const mainForm = "an existing event";

for (const formCase of [...formsOfAccounts, ...formsOfEvents]) {
  const tag = formCase.name === mainForm ? ["@main"] : [];
  test(`${formCase.name}: the form shows messages at fields, and saves once`, { tag }, async ({ page }) => {
    const formEvent = await openForm(page, formCase);
    const form = formCase.form(page);
    await expect(form).toBeVisible();
    // Test our validation, not the browser's.
    await form.evaluate((element) => element.closest("form")?.setAttribute("novalidate", ""));
    const save = form.getByRole("button", { name: formCase.save, exact: true });

    for (const [typed, messages] of formCase.rules) {
      await fill(form, typed);
      await save.click();
      await expectMessages(form, Object.entries(messages));
    }
    await expectAccessible(page);
    await expectRoomForThumbs(page);
    for (const { typed, meanwhile, at, message, undo } of formCase.refusals) {
      await fill(form, typed(formEvent));
      await meanwhile?.(formEvent);
      await save.click();
      await expectMessages(form, [[at, message]]);
      await undo?.(form);
    }
    const validValues = await formCase.validValues(formEvent, page);
    await fill(form, validValues);
    await expectQuestion(page, formCase.leaves);
    await expectFilled(form, validValues);

    // No answer arrives between the two clicks, however fast the server is.
    let sent = 0;
    const { promise: clickedTwice, resolve: releaseRequests } = Promise.withResolvers<void>();
    await page.route(`**/api/${formCase.call}`, async (route) => {
      sent += 1;
      await clickedTwice;
      await route.continue();
    });
    await save.dblclick();
    releaseRequests();
    await formCase.saved(page, formEvent);
    expect(sent).toBe(1);
  });
}

async function openForm(page: Page, { as, prepare, path, reach }: FormCase): Promise<FormEvent> {
  const formEvent = await buildFormEvent(site);
  await prepare?.(formEvent);
  const isSudo = as === "sudo";
  const { email } = await buildUser(site.db, ADMIN, formEvent.clubId);
  const who = isSudo ? await buildUser(site.db, SUDO, null) : { email };
  if (as !== "visitor") await beSignedIn(page, { email: who.email, password: testPassword }, site.url);
  await open(page, `${site.url}${path({ ...formEvent, email })}`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await reach?.(page);
  return { ...formEvent, email };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function fieldOf(form: Locator, label: string): Locator {
  return form.getByLabel(new RegExp(`^${literal(label)}( \\*)?$`));
}

async function fill(form: Locator, typed: Fields): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = fieldOf(form, label);
    if (typeof value !== "string") await field.setInputFiles(value);
    else if (await field.evaluate((element) => element instanceof HTMLSelectElement))
      await field.selectOption(value);
    else {
      await field.fill(value);
      await field.blur();
    }
  }
}

async function expectMessages(form: Locator, lines: readonly [string, string | RegExp][]): Promise<void> {
  for (const [label, words] of lines) {
    const field = fieldOf(form, label);
    await expect(field).toHaveAccessibleDescription(
      typeof words === "string" ? new RegExp(literal(words)) : words,
    );
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(fieldOf(form, lines[0]![0])).toBeFocused();
}

async function expectQuestion(page: Page, leaves: FormCase["leaves"]): Promise<void> {
  if (leaves === "freely") return;
  if (leaves === "panel") await page.keyboard.press("Escape");
  else await page.getByRole("link", { name: "Foyer" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toHaveCount(0);
}

async function expectFilled(form: Locator, typed: Fields): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = fieldOf(form, label);
    const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
    if (!isSelect && typeof value === "string") await expect(field).toHaveValue(value);
  }
}

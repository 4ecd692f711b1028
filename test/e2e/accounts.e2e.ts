import type { Browser, Page, Route } from "@playwright/test";
import { TOTP } from "otpauth";
import { demo, expect, expectAccessible, open, signIn, signOut, test, untilHydrated } from "./journey.ts";
import { mailedTo } from "./outbox.ts";
import { expectFitsPhone } from "./partsSite.ts";

const password = "plain sailing 9";
let count = 0;
const person = () => ({ name: "Nora Field", email: `nora-${Date.now()}-${++count}@example.org` });

async function register(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await open(page, "/auth/Register");
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
}

/** The caller must close the context of the page. */
async function anotherBrowser(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, who);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  return page;
}

test.describe("registering", () => {
  test.use({ expectedNoise: /status of 4(00|09)/ });

  test("the register form shows messages of the page and of the server, and focuses the first refused field", async ({
    page,
  }) => {
    await open(page, "/auth/Register");
    await expect(page).toHaveTitle("Register | Foyer");
    const send = page.getByRole("button", { name: "Register" });
    const field = (label: string) => page.getByLabel(label, { exact: label === "Password" });
    await expect(field("Password")).toHaveAccessibleDescription(
      "8 or more characters, with at least one number.",
    );
    await send.click();
    for (const text of ["Please enter your name.", "Please enter an e-mail address", "Password is required!"])
      await expect(page.getByText(text)).toBeVisible();
    await expect(field("Your name")).toBeFocused();
    await expectAccessible(page);

    await field("Your name").fill("Nora Field");
    await field("E-mail").fill("not an address");
    await field("Password").fill("short1");
    await send.click();
    await expect(page.getByText("Password must be 8 or more characters!")).toBeVisible();
    // The message replaces the hint.
    await expect(page.getByText(/8 or more characters/)).toHaveCount(1);
    await expect(page.getByText("Please enter an e-mail address")).toBeVisible();
    await field("Password").fill("no digits here");
    await send.click();
    await expect(page.getByText("Password must include at least one number!")).toBeVisible();

    await field("E-mail").fill(demo.admin.email);
    await field("Password").fill("password1");
    await send.click();
    await expect(page.getByText("This password is easy to guess.")).toBeVisible();
    await expect(field("Password")).toBeFocused();
    await field("Password").fill(password);
    await send.click();
    await expect(page.getByText("There is an account with this e-mail address.")).toBeVisible();
    await expect(field("E-mail")).toBeFocused();
  });

  test("a double click on Register creates one club, and opens its dashboard", { tag: "@main" }, async ({
    page,
  }) => {
    const { name, email } = person();
    await open(page, "/auth/Register");
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Club name (optional)").fill("Field Hockey");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/register")) sent += 1;
    });
    await page.getByRole("button", { name: "Register" }).dblclick();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    expect(sent).toBe(1);
    await open(page, "/profile");
    await expect(page.getByText(`${email}, Field Hockey`)).toBeVisible();
    // A signed-in user need not register.
    await open(page, "/auth/Register");
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
  });
});

test.describe("a forgotten password", () => {
  test.use({ expectedNoise: /status of 40[014]/ });

  test("a forgotten password is replaced through a mailed link, which works once", { tag: "@main" }, async ({
    page,
    browser,
  }) => {
    const who = person();
    await register(page, who);
    const visitor = await (await browser.newContext()).newPage();
    await open(visitor, "/auth/Signin");
    await visitor.getByRole("link", { name: "Forgotten password?" }).click();
    await expect(visitor).toHaveTitle("Forgotten Password | Foyer");
    await visitor.getByRole("button", { name: "Mail me a link" }).click();
    await expect(visitor.getByText("Please enter an e-mail address")).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByLabel("E-mail").fill(who.email);
    await visitor.getByRole("button", { name: "Mail me a link" }).click();
    await expect(visitor.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();

    const link = await mailedTo(who.email, /https?:\/\/\S*\/auth\/Reset#[\w-]+/);
    await open(visitor, new URL(link).pathname + new URL(link).hash);
    await expectAccessible(visitor);
    const chosen = visitor.getByLabel("New password");
    for (const [typed, message] of [
      ["", "Password is required!"],
      ["short1", "Password must be 8 or more characters!"],
      ["no digits here", "Password must include at least one number!"],
      ["password1", "This password is easy to guess. Please choose another."],
    ] as const) {
      await chosen.fill(typed);
      await visitor.getByRole("button", { name: "Change password" }).click();
      await expect(chosen).toHaveAccessibleDescription(message);
      await expect(chosen).toBeFocused();
    }
    await chosen.fill("quite another 7");
    // A second request would fail, because the link is used.
    await visitor.getByRole("button", { name: "Change password" }).dblclick();
    await expect(visitor).toHaveURL(/\/auth\/Signin$/);
    await expect(visitor.locator("[data-color]")).toContainText("Your password is changed.");

    await signIn(visitor, { email: who.email, password });
    await expect(visitor.getByRole("main").getByRole("alert")).toContainText("is not right");
    await signIn(visitor, { email: who.email, password: "quite another 7" });
    await expect(visitor).toHaveURL(/\/dashboard\/admin$/);
    await open(visitor, new URL(link).pathname + new URL(link).hash);
    await visitor.getByLabel("New password").fill("quite another 8");
    await visitor.getByRole("button", { name: "Change password" }).click();
    await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await visitor.context().close();
  });
});

test.describe("the profile", () => {
  test.use({ expectedNoise: /status of 4(00|04|09|40)/ });

  test("a user changes the name in the profile, and is asked before a change is lost", {
    tag: "@main",
  }, async ({ page }) => {
    await register(page, person());
    await page.getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveTitle("Your Profile | Foyer");
    await expectAccessible(page);
    const forms = page.getByRole("main").getByRole("form");
    await expect(forms.locator("label")).toHaveText([
      "Your name *",
      "New address *",
      "Your password *",
      "Current password *",
      "New password *",
    ]);
    await expect(forms.locator("input:required")).toHaveCount(5);
    const name = page.getByLabel("Your name");
    await name.fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Please enter your name.")).toBeVisible();
    await name.fill("Nora Sailor");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Save name" }).dblclick();
    await expect(page.locator("[data-color]")).toContainText("Your name is saved.");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await open(page, "/profile");
    await expect(name).toHaveValue("Nora Sailor");
  });

  test("a changed password ends the other sessions", async ({ page, browser }) => {
    const who = person();
    await register(page, who);
    const other = await anotherBrowser(browser, { email: who.email, password });
    await open(page, "/profile");
    await expect(page.getByRole("button", { name: /^Sign out (Chrome|Unknown)/ })).toHaveCount(1);
    const change = page.getByRole("button", { name: "Change password" });
    await change.click();
    await expect(page.getByText("Password is required!")).toHaveCount(2);
    await page.getByLabel("Current password").fill("wrong horse 1");
    await page.getByLabel("New password").fill("quite another 7");
    await change.click();
    await expect(page.getByText("This is not your password.")).toBeVisible();
    await page.getByLabel("Current password").fill(password);
    await change.click();
    await expect(page.locator("[data-color]")).toContainText("Your password is changed.");
    await expect(page.getByText("This device")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Sign out (Chrome|Unknown)/ })).toHaveCount(0);
    await other.goto("/profile");
    await expect(other).toHaveURL(/\/auth\/Signin$/);
    await other.context().close();
  });

  test("a new club changes its mistyped mail address by a mailed link, which also confirms the club", async ({
    page,
    browser,
    baseURL,
  }) => {
    const who = person();
    const address = `nora-${Date.now()}-right@example.org`;
    await register(page, who);
    const notice = page.getByRole("region", { name: "Not on the home page yet" });
    await notice.getByRole("link", { name: "change your address" }).click();
    const form = page.getByRole("form", { name: "E-mail address" });
    const send = form.getByRole("button", { name: "Mail a link to the new address" });
    await send.click();
    await expect(form.getByLabel("New address")).toHaveAccessibleDescription(
      "Please enter an e-mail address, like name@example.org.",
    );
    await form.getByLabel("New address").fill(demo.admin.email);
    await form.getByLabel("Your password").fill("wrong horse 1");
    await send.click();
    await expect(page.getByText("This is not your password.")).toBeVisible();
    await form.getByLabel("Your password").fill(password);
    await send.click();
    await expect(form.getByLabel("New address")).toHaveAccessibleDescription(
      "There is an account with this e-mail address.",
    );
    await form.getByLabel("New address").fill(address);
    await send.dblclick();
    await expect(page.getByText(`We mailed a link to ${address}.`)).toBeVisible();
    await expect(page.getByText(`You sign in with ${who.email}.`)).toBeVisible();
    await expectAccessible(page);
    await mailedTo(who.email, /asked\s+for\s+another\s+e-mail\s+address/);

    const link = await mailedTo(address, /https?:\/\/\S*\/auth\/Email#[\w-]+/);
    const target = new URL(link).pathname + new URL(link).hash;
    const visitor = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
    await open(visitor, target);
    await expect(visitor.getByRole("heading", { name: "Sign in first" })).toBeVisible();
    await expectAccessible(visitor);
    await visitor.context().close();

    const other = await anotherBrowser(browser, { email: who.email, password });
    await open(page, target);
    await expect(page).toHaveTitle("Confirm Your New Address | Foyer");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm the address" }).dblclick();
    await expect(page.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
    await expectAccessible(page);
    await other.goto("/profile");
    await expect(other).toHaveURL(/\/auth\/Signin$/);
    await other.context().close();
    await page.getByRole("link", { name: "Open your profile" }).click();
    await expect(page.getByText(`You sign in with ${address}.`)).toBeVisible();
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await expect(page.getByRole("link", { name: "Add event" }).first()).toBeVisible();
    await expect(notice).toHaveCount(0);

    await open(page, "/profile");
    await open(page, target);
    await page.getByRole("button", { name: "Confirm the address" }).click();
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  });

  test("a user signs out another device in the profile, and then all devices", async ({ page, browser }) => {
    const who = person();
    await register(page, who);
    const other = await anotherBrowser(browser, { email: who.email, password });
    await open(page, "/profile");
    await page.getByRole("button", { name: /^Sign out (Chrome|Unknown)/ }).click();
    await expect(page.getByRole("button", { name: /^Sign out (Chrome|Unknown)/ })).toHaveCount(0);
    await other.goto("/profile");
    await expect(other).toHaveURL(/\/auth\/Signin$/);
    await other.context().close();
    await page.getByRole("button", { name: "Sign out everywhere…" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await expect(page).toHaveURL(/\/auth\/Signin$/);
  });
});

for (const [path, title, link] of [
  ["/auth/Reset", "Choose a new password", "Mail me a new link"],
  ["/auth/Confirm", "Confirm your mail address", "Open your dashboard"],
  ["/auth/Email", "Sign in first", "Sign in"],
] as const)
  test(`${path} accepts a new link in the tab of one that no longer works`, async ({ page }) => {
    await open(page, path);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByText("or is not complete")).toBeVisible();
    await expect(page.getByRole("link", { name: link, exact: true })).toBeVisible();
    // Somebody pastes the link into the address bar.
    await page.evaluate(() => {
      location.hash = "new-link";
    });
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });

test.describe("a second factor", () => {
  test.use({ expectedNoise: /status of 40[01]/ });

  test("a second factor is set up, accepts a code or a recovery code at sign-in, and is turned off", async ({
    page,
  }) => {
    const who = person();
    await register(page, who);
    await open(page, "/profile");
    await page.getByRole("button", { name: "Set it up" }).click();
    await page.getByLabel("Your password, to be sure it is you").fill("wrong horse 1");
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByText("This is not your password.")).toBeVisible();
    await page.getByLabel("Your password, to be sure it is you").fill(password);
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    await expectAccessible(page);
    const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
    const code = (aheadSeconds = 0) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + aheadSeconds * 1000 });
    await page.getByRole("textbox", { name: "Code" }).fill("000000");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await expect(page.getByText("This code is not right.")).toBeVisible();
    await page.getByRole("textbox", { name: "Code" }).fill(code());
    await page.getByRole("button", { name: "Turn it on" }).click();
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const [recovery] = await codes.allInnerTexts();
    // A page without https has no clipboard.
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }),
    );
    await page.getByRole("button", { name: "Copy all" }).click();
    await expect(page.getByText("Copying failed. Select the codes and copy them yourself.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("On. 10 of 10 recovery codes left")).toBeVisible();

    const enter = async (typed: string) => {
      await page.getByRole("textbox", { name: "Code" }).fill(typed);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await signOut(page);
    await signIn(page, { email: who.email, password });
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await expectAccessible(page);
    await enter("");
    await expect(page.getByText("Please enter the code.")).toBeVisible();
    await enter("000000");
    await expect(page.getByText("This code is not right.")).toBeVisible();
    // The code that turned the second factor on cannot be used again.
    await enter(code(30));
    await expect(page).toHaveURL(/\/dashboard\/admin$/);

    await signOut(page);
    await signIn(page, { email: who.email, password });
    await enter(recovery!);
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await open(page, "/profile");
    await expect(page.getByText("On. 9 of 10 recovery codes left")).toBeVisible();
    await page.getByRole("button", { name: "New recovery codes" }).click();
    await page.getByLabel("Your password, to be sure it is you").fill(password);
    await page.getByRole("button", { name: "Make new recovery codes" }).dblclick();
    await expect(codes).toHaveCount(10);
    expect(await codes.allInnerTexts()).not.toContain(recovery);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("On. 10 of 10 recovery codes left")).toBeVisible();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByLabel("Your password, to be sure it is you").fill(password);
    await page.getByRole("button", { name: "Turn it off" }).click();
    await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
  });
});

test.describe("a second factor whose reply was lost", () => {
  test.use({ expectedNoise: /status of 409|ERR_FAILED/ });

  test("a second factor that is on although no reply arrived asks to make recovery codes", async ({
    page,
  }) => {
    await register(page, person());
    await open(page, "/profile");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const begin = async () => {
      await press("Set it up");
      await page.getByLabel("Your password, to be sure it is you").fill(password);
      await press("Go on");
    };
    for (const whatNext of ["the code again", "the set-up again"]) {
      await begin();
      const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
      await page.getByRole("textbox", { name: "Code" }).fill(new TOTP({ secret }).generate());
      const loseReply = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route("**/api/auth/confirmSecondFactor", loseReply, { times: 1 });
      await press("Turn it on");
      await expect(page.getByText("We could not reach the server.")).toBeVisible();
      if (whatNext === "the code again") await press("Turn it on");
      else {
        await press("Cancel");
        await begin();
      }
      await expect(page.getByRole("main").getByRole("alert")).toHaveText(
        "The second factor is already on. If you have no recovery codes, make new ones.",
      );
      await expect(page.getByText("On. 10 of 10 recovery codes left")).toBeVisible();
      await expectAccessible(page);
      await press("Turn off");
      await page.getByLabel("Your password, to be sure it is you").fill(password);
      await press("Turn it off");
    }
    await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
  });
});

test("the pages for clubs work on a phone, and a club registers by keyboard", { tag: "@main" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/auth");
  const door = page.getByRole("img", { name: /^A green screen: Welcome/ });
  await door.scrollIntoViewIfNeeded();
  // The page declares this size (web/pages/auth/Auth.tsx).
  await expect
    .poll(() =>
      door.evaluate((picture) =>
        picture instanceof HTMLImageElement ? [picture.naturalWidth, picture.naturalHeight] : null,
      ),
    )
    .toEqual([640, 1182]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "all clubs" }).click();
  await expect(page.getByRole("heading", { name: "Siam Evening Society" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Siam Evening Society" }).click();
  await expect(page).toHaveURL(/\/club\/\d+$/);
  await page.getByRole("link", { name: "For clubs" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Tickets, guests and the door/);
  await expect(page.getByRole("list", { name: "Features" }).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("main")).toContainText("Foyer adds no fee to a ticket");
  await page.getByRole("link", { name: "Register your club" }).click();
  await expect(page).toHaveURL(/\/auth\/Register$/);
  await untilHydrated(page);
  await page.getByLabel("Your name").focus();
  await page.keyboard.type("Kim Key");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(person().email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  for (const path of ["/profile", "/club/edit"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  }
});

test.describe("a team", () => {
  test.use({ expectedNoise: /status of 40[049]/ });

  test("an admin invites a colleague by mail, who joins with the link, and withdraws another invitation", async ({
    page,
    browser,
  }) => {
    await register(page, person());
    await open(page, "/profile");
    await page.getByRole("link", { name: "Your team" }).click();
    await expect(page).toHaveTitle("Team | Foyer");
    await expect(page.getByText("Nobody has an open invitation.")).toBeVisible();
    await expectAccessible(page);
    const invite = async (email: string) => {
      await page.getByRole("button", { name: "Invite a colleague" }).click();
      await page.getByRole("textbox", { name: "E-mail" }).fill(email);
      await page.getByRole("button", { name: "Mail the invitation" }).click();
    };
    await invite(demo.admin.email);
    await expect(page.getByText("This address has an account that is not of your club.")).toBeVisible();
    await expectAccessible(page);
    const colleague = person();
    await page.getByRole("textbox", { name: "E-mail" }).fill(colleague.email);
    await page.getByRole("button", { name: "Mail the invitation" }).click();
    await expect(page.locator("[data-color]")).toContainText(`mailed to ${colleague.email}`);
    await expect(page.getByText(colleague.email).first()).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    const link = await mailedTo(colleague.email, /https?:\/\/\S*\/auth\/Invitation#[\w-]+/);
    const address = new URL(link).pathname + new URL(link).hash;
    const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await open(visitor, address);
    await expect(visitor.getByRole("heading", { name: "Join the team of Nora Field" })).toBeVisible();
    await expect(visitor.getByText(`You sign in with ${colleague.email}.`)).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole("button", { name: "Join the team" }).click();
    await expect(visitor.getByText("Please enter your name.")).toBeVisible();
    await visitor.getByLabel("Your name").fill("Ann Lund");
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Join the team" }).dblclick();
    await expect(visitor).toHaveURL(/\/dashboard\/admin$/);
    await open(visitor, "/club/team");
    await expect(visitor.getByText("Ann Lund")).toBeVisible();
    await signOut(visitor);
    await open(visitor, address);
    await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await visitor.context().close();

    const other = person();
    await invite(other.email);
    await page.getByRole("button", { name: `Withdraw the invitation of ${other.email}` }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Withdraw the invitation", exact: true }).click();
    await expect(page.getByText("Nobody has an open invitation.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invitations" })).toBeFocused();
  });
});

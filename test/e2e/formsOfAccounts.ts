import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildClub, buildUser, testPassword } from "../../server/testing/builders.ts";
import { type FormCase, formNamed, newEmail, noControl, press, type Refusal, shows } from "./formEvent.ts";

const emailWords = "Please enter an e-mail address, like name@example.org.";
const inMain = (page: Page) => page.getByRole("main");

async function beginFactor(page: Page): Promise<void> {
  await press("Set it up")(page);
  await page.getByLabel("Your password, to be sure it is you").fill(testPassword);
  await press("Go on")(page);
}

const noPicture: Refusal = {
  typed: () => ({
    Name: "Rowers",
    "Contact e-mail": "",
    Logo: { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
  }),
  at: "Logo",
  message: /Pictures must be JPEG or PNG/,
  undo: (form) => form.getByRole("button", { name: "Remove logo.png" }).click(),
};
const clubRules: FormCase["rules"] = [
  [
    { Name: "", "Contact e-mail": "nobody" },
    { Name: "Please enter the club's name.", "Contact e-mail": emailWords },
  ],
];

export const formsOfAccounts: readonly FormCase[] = [
  {
    name: "signing in",
    as: "visitor",
    path: () => "/auth/Signin",
    form: inMain,
    leaves: "freely",
    save: "Sign in",
    call: "auth/signin",
    rules: [[{ "E-mail": "nobody" }, { "E-mail": emailWords, Password: "Password is required!" }]],
    validValues: ({ email }) => ({ "E-mail": email, Password: testPassword }),
    refusals: [],
    saved: (page) => expect(page).toHaveURL(/\/dashboard\/admin$/),
  },
  {
    name: "a forgotten password",
    as: "visitor",
    path: () => "/auth/Forgot",
    form: inMain,
    leaves: "freely",
    save: "Mail me a link",
    call: "auth/forgotPassword",
    rules: [[{ "E-mail": "nobody" }, { "E-mail": emailWords }]],
    validValues: ({ email }) => ({ "E-mail": email }),
    refusals: [],
    saved: (page) => expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible(),
  },
  {
    name: "registering on the event's page",
    as: "visitor",
    path: ({ slug }) => `/${slug}`,
    form: formNamed("Register"),
    leaves: "freely",
    save: "Register for free",
    call: "registration/express",
    rules: [],
    validValues: () => ({ "Your name": "Mia Keller", "E-mail": newEmail() }),
    refusals: [
      {
        typed: () => ({ "Your name": "Mia \u0085 Keller", "E-mail": newEmail() }),
        at: "Your name",
        message: noControl,
      },
    ],
    saved: (page, { slug }) => expect(page).toHaveURL(new RegExp(`/${slug}/success`)),
  },
  {
    name: "the user's own name",
    as: "admin",
    path: () => "/profile",
    form: formNamed("Name"),
    leaves: "page",
    save: "Save name",
    call: "auth/saveProfile",
    rules: [[{ "Your name": " " }, { "Your name": "Please enter your name." }]],
    validValues: () => ({ "Your name": "Nora Sailor" }),
    refusals: [{ typed: () => ({ "Your name": "Nora \u0085" }), at: "Your name", message: noControl }],
    saved: shows("Your name is saved."),
  },
  {
    name: "the user's own password",
    as: "admin",
    path: () => "/profile",
    form: formNamed("Password"),
    leaves: "page",
    save: "Change password",
    call: "auth/changePassword",
    rules: [
      [{}, { "Current password": "Password is required!", "New password": "Password is required!" }],
      [
        { "Current password": testPassword, "New password": "short1" },
        { "New password": "Password must be 8 or more characters!" },
      ],
      [
        { "New password": "no digits here" },
        { "New password": "Password must include at least one number!" },
      ],
    ],
    validValues: () => ({ "Current password": testPassword, "New password": "quite another 7" }),
    refusals: [
      {
        typed: () => ({ "Current password": "wrong horse 1", "New password": "quite another 7" }),
        at: "Current password",
        message: /This is not your password\./,
      },
      {
        typed: () => ({ "Current password": testPassword, "New password": "password1" }),
        at: "New password",
        message: /easy to guess/,
      },
    ],
    saved: shows("Your password is changed."),
  },
  {
    name: "the user's own mail address",
    as: "admin",
    path: () => "/profile",
    form: formNamed("E-mail address"),
    leaves: "page",
    save: "Mail a link to the new address",
    call: "auth/changeEmail",
    rules: [
      [
        { "New address": "nobody", "Your password": "" },
        { "New address": emailWords, "Your password": "Password is required!" },
      ],
    ],
    validValues: () => ({ "New address": newEmail(), "Your password": testPassword }),
    refusals: [
      {
        typed: () => ({ "New address": newEmail(), "Your password": "wrong horse 1" }),
        at: "Your password",
        message: /This is not your password\./,
      },
      {
        typed: ({ email }) => ({ "New address": email, "Your password": testPassword }),
        at: "New address",
        message: /This is already your address\./,
      },
    ],
    saved: (page) => expect(page.getByText("We mailed a link to")).toBeVisible(),
  },
  {
    name: "the password before a second factor",
    as: "admin",
    path: () => "/profile",
    reach: press("Set it up"),
    form: formNamed("Go on"),
    leaves: "page",
    save: "Go on",
    call: "auth/beginSecondFactor",
    rules: [[{}, { "Your password, to be sure it is you": "Password is required!" }]],
    validValues: () => ({ "Your password, to be sure it is you": testPassword }),
    refusals: [
      {
        typed: () => ({ "Your password, to be sure it is you": "wrong horse 1" }),
        at: "Your password, to be sure it is you",
        message: /This is not your password\./,
      },
    ],
    saved: (page) => expect(formNamed("First code")(page)).toBeVisible(),
  },
  {
    name: "the first code of a second factor",
    as: "admin",
    path: () => "/profile",
    reach: beginFactor,
    form: formNamed("First code"),
    leaves: "page",
    save: "Turn it on",
    call: "auth/confirmSecondFactor",
    rules: [[{ Code: "12" }, { Code: "Please enter the six digits." }]],
    validValues: async (_, page) => {
      const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
      return { Code: new TOTP({ secret }).generate() };
    },
    refusals: [{ typed: () => ({ Code: "000000" }), at: "Code", message: /This code is not right\./ }],
    saved: (page) => expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible(),
  },
  {
    name: "a new club",
    as: "sudo",
    path: () => "/club/add",
    form: formNamed("Club"),
    leaves: "page",
    save: "Add club",
    call: "club/save",
    rules: clubRules,
    validValues: () => ({ Name: "New Rowers", "Contact e-mail": "" }),
    refusals: [noPicture],
    saved: (page) => expect(page).toHaveURL(/\/club\/accounts\/\d+$/),
  },
  {
    name: "an existing club",
    as: "admin",
    path: () => "/club/edit",
    form: formNamed("Club"),
    leaves: "page",
    save: "Save club",
    call: "club/save",
    rules: clubRules,
    validValues: () => ({ Name: "Renamed Rowers", "Contact e-mail": "", Place: "Pier 7" }),
    refusals: [
      {
        typed: () => ({ Name: "Rowers", "Contact e-mail": "", Place: "Pier \u0085" }),
        at: "Place",
        message: noControl,
      },
      { ...noPicture, typed: (formEvent) => ({ ...noPicture.typed(formEvent), Place: "Pier 7" }) },
    ],
    saved: shows("The club is saved."),
  },
  {
    name: "a new account",
    as: "sudo",
    path: ({ clubId }) => `/club/accounts/${clubId}`,
    reach: press("Add an account"),
    form: formNamed("Account"),
    leaves: "panel",
    save: "Add account",
    call: "appUser/save",
    rules: [
      [
        { Password: "" },
        { Name: "Please enter a name.", "E-mail": emailWords, Password: "Password is required!" },
      ],
      [
        { Name: "Ada Lund", "E-mail": "ada@example.org", Password: "short1" },
        { Password: "Password must be 8 or more characters!" },
      ],
    ],
    validValues: () => ({ Name: "Ada Lund", "E-mail": newEmail(), Password: testPassword }),
    refusals: [
      {
        typed: ({ email }) => ({ Name: "Ada Lund", "E-mail": email, Password: testPassword }),
        at: "E-mail",
        message: /There is an account with this e-mail address\./,
      },
    ],
    saved: (page) => expect(page.getByRole("dialog", { name: "The new password" })).toBeVisible(),
  },
  {
    name: "an existing account",
    as: "sudo",
    path: ({ clubId }) => `/club/accounts/${clubId}`,
    reach: async (page) => {
      await press("Actions for Mia Keller")(page);
      await page.getByRole("menuitem", { name: "Change name or e-mail" }).click();
    },
    form: formNamed("Account"),
    leaves: "panel",
    save: "Save account",
    call: "appUser/save",
    rules: [
      [
        { Name: "", "E-mail": "nobody" },
        { Name: "Please enter a name.", "E-mail": emailWords },
      ],
    ],
    validValues: () => ({ Name: "Ada Lund", "E-mail": newEmail() }),
    refusals: [
      {
        typed: ({ clubId }) => ({ Name: "Ada Lund", "E-mail": `taken${clubId}@example.org` }),
        meanwhile: async ({ site, clubId }) => {
          const { id } = await buildUser(site.db, ADMIN, (await buildClub(site.db)).id);
          const email = `taken${clubId}@example.org`;
          await site.db.updateTable("app_users").set({ email }).where("id", "=", id).execute();
        },
        at: "E-mail",
        message: /There is an account with this e-mail address\./,
      },
    ],
    saved: (page) => expect(page.getByRole("button", { name: "Actions for Ada Lund" })).toBeVisible(),
  },
];

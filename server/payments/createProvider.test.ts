import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "../db/pool.ts";
import { createProvider } from "./createProvider.ts";

// Nobody listens there, and nobody is asked: choosing a provider speaks to no one.
const database = openDatabase("postgres://nobody@127.0.0.1:9/none");
afterAll(() => database.close());

const stripe = {
  secretKey: "sk_test_x",
  publishableKey: "pk_test_x",
  webhookSecrets: ["whsec_x"],
  apiBase: null,
};

describe("the provider of an installation", () => {
  test("is the one that the settings name", async () => {
    const named = await createProvider({ paymentProvider: "stripe", stripe }, database.db);
    expect(named).toMatchObject({ name: "stripe", publishableKey: "pk_test_x" });
    const byName = await createProvider({ paymentProvider: "test", stripe }, database.db);
    expect(byName).toMatchObject({ name: "test", publishableKey: null });
  });

  test("is never the test provider for want of Stripe's keys", async () => {
    const choose = () => createProvider({ paymentProvider: "stripe", stripe: null }, database.db);
    await expect(choose()).rejects.toThrow("Payments by Stripe need Stripe's keys");
  });
});

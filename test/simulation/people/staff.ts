import type { Dice } from "../dice.ts";
import { atProvider, type Bought, call, lookUp, type World } from "../world.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Plays up to three acts by staff, in the dashboard of the provider or by a bank. */
export async function staff(world: World, name: string): Promise<void> {
  const dice = world.dice(name);
  const actCount = 1 + dice.below(3);
  for (let n = 0; n < actCount; n++) {
    await world.turns.sleep(
      dice.weighted([
        [4, dice.below(20) * minute],
        [2, dice.below(3) * hour],
        [1, dice.below(30) * hour],
      ]),
    );
    const order = world.orders.length === 0 ? undefined : dice.pick(world.orders);
    if (order !== undefined) await act(world, dice, order);
  }
}

async function act(world: World, dice: Dice, order: Bought): Promise<void> {
  const { turns, stripe, acts } = world;
  const { eventId, token } = world.shop;
  const { orderId, registrationId, intent } = order;
  const what = dice.weighted([
    [5, "refund"],
    [3, "refund twice at the same time"],
    [2, "refund in parts"],
    [3, "dashboard"],
    [1, "bank sends a refund back"],
    [1, "dispute"],
    [2, "mark as paid"],
    [1, "remove"],
    [1, "cancel"],
    [0.5, "cancel the event"],
  ] as const);
  const refundPart = (part: { amount?: number }) => {
    const body = { orderId, cancelTickets: dice.chance(0.4), ...part };
    return call(world, dice, "order/refund", { body, token });
  };
  const refund = () => refundPart(dice.chance(0.6) ? { amount: 100 + dice.below(3) * 100 } : {});
  switch (what) {
    case "refund":
      await refund();
      return;
    case "refund twice at the same time":
      turns.enter(`colleague with order ${orderId}`, async () => void (await refund()));
      await refund();
      return;
    case "refund in parts":
      for (let part = 0; part < 3; part++) {
        await refundPart({ amount: 100 });
        await turns.sleep(dice.below(3) * minute);
      }
      return;
    case "dashboard": {
      if (intent === undefined) return;
      const amount = dice.chance(0.5) ? 100 + dice.below(5) * 50 : null;
      const before = refundedAmount(world, intent);
      atProvider(() => stripe.refundInDashboard(intent, amount));
      const by = refundedAmount(world, intent) - before;
      acts.dashboard.set(intent, (acts.dashboard.get(intent) ?? 0) + by);
      return;
    }
    case "bank sends a refund back": {
      const made = stripe.book().refunds.find((one) => one.intentId === intent && one.status === "succeeded");
      if (made === undefined) return;
      atProvider(() => stripe.failRefund(made.id));
      acts.sentBack.set(made.intentId, (acts.sentBack.get(made.intentId) ?? 0) + made.amount);
      return;
    }
    case "dispute": {
      const paid = stripe
        .book()
        .intents.filter(({ status, disputed }) => status === "succeeded" && !disputed);
      if (paid.length > 0) atProvider(() => stripe.dispute(dice.pick(paid).id));
      return;
    }
    case "mark as paid": {
      const row = await lookUp(world, dice, (db) =>
        db.selectFrom("orders").select("total_amount").where("id", "=", orderId).executeTakeFirst(),
      );
      const body = { orderId, amount: row?.total_amount ?? 0, paidBy: "cash" };
      await call(world, dice, "order/markPaid", { body, token });
      return;
    }
    case "remove":
      if (registrationId !== undefined)
        await call(world, dice, "registration/removeRegistration", {
          query: { registrationId, eventId, force: true },
          token,
        });
      return;
    case "cancel":
      if (registrationId !== undefined)
        await call(world, dice, "registration/updateStatus", {
          body: { id: registrationId, status: false },
          token,
        });
      return;
    case "cancel the event":
      await call(world, dice, "event/cancel", { body: { eventId }, token });
  }
}

function refundedAmount({ stripe }: World, intent: string): number {
  return stripe
    .book()
    .refunds.filter((one) => one.intentId === intent && one.status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
}

import type { Dice } from "../dice.ts";
import { type Bought, call, lookUp, payloadIfOk, type World } from "../world.ts";
import { pay } from "./buyer.ts";

/** Plays one sponsor or donor. */
export async function sponsor(world: World, name: string): Promise<void> {
  const dice = world.dice(name);
  await world.turns.sleep(
    dice.weighted([
      [3, 0],
      [2, dice.below(10) * 30_000],
    ]),
  );
  const { eventId, goldPackage } = world.shop;
  const choice = dice.chance(0.7) ? { packageId: goldPackage } : { amount: 4200 };
  const sponsorData = { firstName: "Ada", email: `${name.replace(" ", ".")}@example.org` };
  const reply = payloadIfOk(
    await call(world, dice, "sponsorship/create", { body: { eventId, sponsorData, ...choice } }),
  );
  if (reply === undefined) return;
  const { sponsorship, accessKey } = reply;
  const body = { sponsorshipId: sponsorship.id, accessKey };
  const started = payloadIfOk(
    await call(world, dice, "sponsorship/createSponsorshipPaymentIntent", { body }),
  );
  if (started === undefined) return;
  const orderId = await orderOf(world, dice, started.paymentIntentId);
  const bought: Bought = { orderId, accessKey, intent: started.paymentIntentId, registrationId: undefined };
  world.orders.push(bought);
  await pay(world, dice, bought);
}

/** Finds the order of an intent. In the intent's metadata, only the id of our payment consists of digits. */
async function orderOf(world: World, dice: Dice, intent: string): Promise<number> {
  const found = world.stripe.book().intents.find(({ id }) => id === intent)!;
  const paymentId = Number(Object.values(found.metadata).find((value) => /^\d+$/.test(value)) ?? 0);
  const row = await lookUp(world, dice, (db) =>
    db.selectFrom("orders").select("id").where("payment_id", "=", paymentId).executeTakeFirst(),
  );
  return row?.id ?? 0;
}

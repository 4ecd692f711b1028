import type { Dice } from "../dice.ts";
import { atProvider, type Bought, call, lookUp, payloadIfOk, type World } from "../world.ts";

const second = 1_000;
const minute = 60 * second;

/** Plays one buyer. */
export async function buyer(world: World, name: string): Promise<void> {
  const dice = world.dice(name);
  // Many come as the sale begins. Times are multiples of a step, so that buyers meet.
  await world.turns.sleep(
    dice.weighted([
      [7, 0],
      [3, dice.below(8) * 30 * second],
      [2, dice.below(40) * minute],
      // Some get what others have released.
      [2, (16 + dice.below(6) * 3) * minute],
    ]),
  );
  const bought = await order(world, dice, name);
  if (bought === undefined) return;
  world.orders.push(bought);
  await pay(world, dice, bought);
  if (bought.registrationId !== undefined && dice.chance(0.45)) await addExtras(world, dice, bought);
  if (bought.registrationId !== undefined && dice.chance(0.2)) await changeTickets(world, dice, bought);
}

async function order(world: World, dice: Dice, name: string): Promise<Bought | undefined> {
  const { eventId, paidTickets, freeTicket, extras } = world.shop;
  const ticketId = dice.chance(0.1) ? freeTicket : dice.pick(paidTickets);
  const quantity = dice.weighted([
    [3, 1],
    [2, 2],
  ]);
  const wish = {
    eventId,
    tickets: [{ ticketId, quantity }],
    extras: dice.chance(0.3) ? [{ extrasId: extras, quantity: 1 }] : [],
    promoCode: dice.chance(0.25) ? world.shop.promoCode : null,
  };
  const attendees = Array.from({ length: quantity }, (_, index) => ({
    ticketId,
    firstName: `Guest ${index}`,
    email: index === 0 || dice.chance(0.3) ? `${name.replace(" ", ".")}.${index}@example.org` : null,
  }));
  if (dice.chance(0.6)) {
    const reply = payloadIfOk(
      await call(world, dice, "registration/express", { body: { ...wish, attendees } }),
    );
    if (reply === undefined) return fromWaitingList(world, dice, name, { ticketId, quantity, attendees });
    const { registration, accessKey, order: placed } = reply;
    const isFree = placed.paymentStatus === "free";
    const bought: Bought = {
      orderId: placed.id,
      accessKey,
      intent: undefined,
      registrationId: registration.id,
    };
    if (!isFree) bought.intent = await startPayment(world, dice, bought);
    return bought;
  }
  const held = payloadIfOk(await call(world, dice, "registration/initRegistration", { body: wish }));
  if (held === undefined) return undefined;
  const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
  await world.turns.sleep(dice.below(4) * 30 * second);
  if (dice.chance(0.08)) return undefined;
  if (dice.chance(0.08)) {
    await call(world, dice, "registration/releaseHold", { body: proof });
    return undefined;
  }
  return continueHold(world, dice, proof, attendees);
}

async function continueHold(
  world: World,
  dice: Dice,
  proof: { registrationId: number; accessKey: string },
  attendees: readonly { email: string | null }[],
): Promise<Bought | undefined> {
  await call(world, dice, "registration/save", { body: { ...proof, attendees } });
  const placed = payloadIfOk(await call(world, dice, "order/createOrder", { body: proof }));
  if (placed === undefined) return undefined;
  const bought: Bought = { orderId: placed.order.id, ...proof, intent: undefined };
  if (placed.order.paymentStatus === "free") return bought;
  bought.intent = await startPayment(world, dice, bought);
  if (dice.chance(0.15)) {
    // The buyer goes back a page to correct the address.
    const [first, ...others] = attendees;
    const corrected = [{ ...first!, email: `corrected.${first!.email}` }, ...others];
    await call(world, dice, "registration/save", { body: { ...proof, attendees: corrected } });
    bought.intent = (await startPayment(world, dice, bought)) ?? bought.intent;
  }
  return bought;
}

async function fromWaitingList(
  world: World,
  dice: Dice,
  name: string,
  wish: { ticketId: number; quantity: number; attendees: readonly { email: string | null }[] },
): Promise<Bought | undefined> {
  const email = `${name.replace(" ", ".")}.waits@example.org`;
  const { eventId } = world.shop;
  const { ticketId, quantity: places, attendees } = wish;
  const body = { eventId, ticketId, places, name, email };
  if (payloadIfOk(await call(world, dice, "waitingList/join", { body })) === undefined) return undefined;
  for (const waitedMs of [20 * minute, 40 * minute, 120 * minute, 600 * minute]) {
    await world.turns.sleep(waitedMs);
    // The offer's mail has this data.
    const offer = await lookUp(world, dice, (db) =>
      db
        .selectFrom("waiting_entries")
        .innerJoin("registrations", "registrations.id", "waiting_entries.registration_id")
        .select(["registrations.id as registrationId", "registrations.access_key as accessKey"])
        .where("waiting_entries.email", "=", email)
        .executeTakeFirst(),
    );
    if (offer !== undefined)
      return dice.chance(0.3) ? undefined : continueHold(world, dice, offer, attendees);
  }
  return undefined;
}

async function changeTickets(world: World, dice: Dice, { registrationId, accessKey }: Bought): Promise<void> {
  await world.turns.sleep(dice.below(90) * minute);
  const query = { registrationId, accessKey };
  const ownChanges = payloadIfOk(await call(world, dice, "registration/getOwnChanges", { query }));
  if (ownChanges === undefined) return;
  const [ticket] = ownChanges.tickets;
  if (dice.chance(0.6)) {
    const body = { registrationId, accessKey, refundAmount: ownChanges.cancellation.amount };
    await call(world, dice, "registration/cancelOwn", { body });
  } else if (ticket !== undefined) {
    const body = {
      registrationId,
      accessKey,
      attendeeId: ticket.attendeeId,
      firstName: "New",
      email: "new@example.org",
    };
    await call(world, dice, "registration/passOn", { body });
  }
}

async function startPayment(
  world: World,
  dice: Dice,
  { orderId, accessKey }: Bought,
): Promise<string | undefined> {
  const body = { orderId, accessKey };
  return payloadIfOk(await call(world, dice, "stripe/create-payment-intent", { body }))?.paymentIntentId;
}

/** Pays in one of several ways, or gives up. */
export async function pay(world: World, dice: Dice, bought: Bought): Promise<void> {
  const { stripe, turns } = world;
  const { intent, accessKey, registrationId } = bought;
  if (intent === undefined) return;
  const payNow = () => atProvider(() => stripe.pay(intent));
  await turns.sleep(dice.below(5) * 30 * second);
  const behaviour = dice.weighted([
    [11, "pays"],
    [2, "is declined first"],
    [2, "gives up"],
    [7, "pays late"],
    [2, "by bank transfer"],
    [1, "releases and pays"],
    [1, "as the hold ends"],
  ] as const);
  if (behaviour === "gives up") return;
  if (behaviour === "is declined first") {
    atProvider(() => stripe.decline(intent));
    await confirm(world, dice, bought);
    await turns.sleep(30 * second);
  }
  if (behaviour === "pays late") await turns.sleep((10 + dice.below(30)) * minute);
  if (behaviour === "as the hold ends") await turns.sleep(15 * minute);
  if (behaviour === "releases and pays" && registrationId !== undefined) {
    turns.enter(`release of order ${bought.orderId}`, async () => {
      await call(world, dice, "registration/releaseHold", { body: { registrationId, accessKey } });
    });
  }
  if (behaviour === "by bank transfer") {
    atProvider(() => stripe.startProcessing(intent));
    await confirm(world, dice, bought);
    await turns.sleep(dice.pick([5, 40, 300]) * minute);
    atProvider(() => stripe.finishProcessing(intent, dice.chance(0.7) ? "succeeded" : "failed"));
  } else payNow();
  // Some close the page before they confirm.
  if (dice.chance(0.6)) await confirm(world, dice, bought);
  if (dice.chance(0.2)) {
    await turns.sleep(minute);
    await call(world, dice, "stripe/get-registration-from-payment", {
      query: { paymentIntentId: intent, accessKey },
    });
  }
}

async function confirm(world: World, dice: Dice, { intent, accessKey }: Bought): Promise<void> {
  await call(world, dice, "stripe/confirm-payment", { body: { paymentIntentId: intent, accessKey } });
}

async function addExtras(world: World, dice: Dice, { registrationId, accessKey }: Bought): Promise<void> {
  await world.turns.sleep(dice.below(20) * minute);
  const extras = [{ extrasId: world.shop.extras, quantity: 1 }];
  const purchase = payloadIfOk(
    await call(world, dice, "extras/purchaseExtras", { body: { registrationId, accessKey, extras } }),
  );
  if (purchase === undefined) return;
  const bought: Bought = {
    orderId: purchase.order.id,
    accessKey,
    intent: purchase.paymentIntentId ?? undefined,
    registrationId: undefined,
  };
  world.orders.push(bought);
  await pay(world, dice, bought);
}

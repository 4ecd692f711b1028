import { totalsOf } from "../../../contract/rules/money/tax.ts";
import { DoorCallError } from "../../../web/door/askDoor.ts";
import {
  bodyOfSale,
  createSaleDesk,
  type KeptSale,
  type SaleConnection,
  type SaleKeeper,
  type SaleOutcome,
  type SaleRequest,
} from "../../../web/door/sale.ts";
import type { Dice } from "../dice.ts";
import { askOnce, type World } from "../world.ts";

const second = 1_000;
const minute = 60 * second;

/** The page was closed while it waited for an answer. */
class PageClosed extends Error {}

/** Plays one seller with the device's own code (web/door/sale.ts), until the outcome of the last sale is known. */
export async function doorSeller(world: World, name: string): Promise<void> {
  const { turns, clock, brokenRule } = world;
  const dice = world.dice(name);
  const keeper = createMemoryKeeper();
  const connection = brokenRule.doorConnection?.(connectionOf(world, dice)) ?? connectionOf(world, dice);
  const newKey = () => `door/sell-${dice.below(2 ** 30)}-${dice.below(2 ** 30)}`;
  const report = (error: unknown) => {
    throw error;
  };
  const openPage = () => createSaleDesk({ keeper, connection, newKey, now: () => clock().getTime(), report });
  const press = async (act: (page: ReturnType<typeof openPage>) => Promise<SaleOutcome | null>) => {
    try {
      const outcome = await act(openPage());
      // Two presses may both get the outcome, but the cash counts once.
      if (outcome?.kind === "sold") world.acts.boxes.set(outcome.sale.key, outcome.sale.totalAmount);
    } catch (error) {
      if (!(error instanceof PageClosed)) throw error;
    }
  };
  for (let sale = 1 + dice.below(3); sale > 0; sale--) {
    await turns.sleep(dice.below(6) * 30 * second);
    await press((page) => page.sell(saleRequestOf(world, dice)));
    while ((await keeper.waiting()) !== null) {
      await turns.sleep(dice.pick([0, 5 * second, minute, 20 * minute]));
      if (dice.chance(0.2)) turns.enter(`second press of ${name}`, () => press((page) => page.askAgain()));
      if (dice.chance(0.1)) await press((page) => page.sell(saleRequestOf(world, dice)));
      await press((page) => (dice.chance(0.3) ? page.giveUp() : page.askAgain()));
    }
  }
}

function createMemoryKeeper(): SaleKeeper {
  let stored: KeptSale | null = null;
  return {
    waiting: async () => stored,
    async begin(sale) {
      const other = stored;
      stored ??= sale;
      return other;
    },
    async end({ key }) {
      if (stored?.key === key) stored = null;
    },
  };
}

function connectionOf(world: World, dice: Dice): SaleConnection {
  const { eventId, token } = world.shop.door;
  const deviceId = "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b";
  async function askServer(call: "door/sell" | "door/closeSale", body: object, key?: string) {
    const sent = { token, body: { eventId, ...body } };
    if (dice.chance(0.12)) {
      const lateMs = dice.pick([15 * second, 2 * minute, 30 * minute]);
      world.turns.enter(`late ${call}`, async () => {
        await world.turns.sleep(lateMs);
        await askOnce(world, dice, call, sent, key);
      });
      throw new DoorCallError(0);
    }
    const answer = await askOnce(world, dice, call, sent, key);
    if (dice.chance(0.1)) throw new PageClosed();
    if (answer === null || dice.chance(0.3)) throw new DoorCallError(0);
    const { status, code = "" } = answer;
    if (status !== 200) throw new DoorCallError(status, { code, msg: "", payload: answer.payload });
    return answer.payload;
  }
  return {
    sell: (sale) => askServer("door/sell", { deviceId, ...bodyOfSale(sale) }, sale.key),
    close: async ({ key }) => ((await askServer("door/closeSale", { key })) as { isSold: boolean }).isSold,
  };
}

function saleRequestOf({ shop }: World, dice: Dice): SaleRequest {
  const { ticketId, price, tax } = shop.door;
  const quantity = 1 + dice.below(2);
  // Some sell at an old price.
  const isWrong = dice.chance(0.1);
  const { totalAmount } = totalsOf([{ unitPrice: price, quantity }], tax);
  return {
    tickets: [{ ticketId, quantity }],
    name: "",
    email: null,
    paidBy: "cash",
    totalAmount: isWrong ? totalAmount - 100 : totalAmount,
    what: `${quantity} × At the door`,
    sum: String(totalAmount),
  };
}

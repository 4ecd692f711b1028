import { deadAfterMinutes, unlockDeadJobs } from "../../../server/jobs/unlock.ts";
import { ProviderDown } from "../../../server/payments/provider.ts";
import { backgroundTasks } from "../../../server/tasks.ts";
import { faultlessLine } from "../bank.ts";
import type { SimulatedNode } from "../site.ts";
import { atProvider, type World } from "../world.ts";

const minute = 60_000;
const hour = 60 * minute;

/** When the calm at the end begins: after more than the longest delay of a first delivery, which is 72 hours. */
export const calmAfterMs = 80 * hour;
/** The times of sweeps after the first hour. In that hour they run every few minutes. */
const laterSweeps = [2, 6, 24, 48, 73].map((hours) => hours * hour);

/** Sweeps for three days, and then three times while the provider and the mail server answer. */
export async function sweeper(world: World): Promise<void> {
  const dice = world.dice("sweeper");
  const beganMs = world.clock().getTime();
  const elapsedMs = () => world.clock().getTime() - beganMs;
  const sleepUntilMs = async (ms: number) => world.turns.sleep(Math.max(0, ms - elapsedMs()));
  let sweeps = 0;
  const sweepOn = async (node: SimulatedNode) => {
    const sweepOnce = async () => {
      await unlockDeadJobs(node.db, deadAfterMinutes);
      await backgroundTasks(node.app).sweep!({});
    };
    await Promise.race([sweepOnce(), node.died]);
  };
  const sweep = async () => {
    const [first, second] = dice.chance(0.5) ? world.site.nodes : world.site.nodes.toReversed();
    if (dice.chance(0.25)) world.turns.enter(`sweep ${++sweeps} on the other`, () => sweepOn(second!));
    await sweepOn(first!);
  };
  const catchUp = async () => {
    const node = dice.pick(world.site.nodes);
    // If the provider does not answer, a later round catches up.
    await Promise.race([node.app.checkout.catchUp().catch(ignoreProviderDown), node.died]);
  };
  while (elapsedMs() < hour) {
    await world.turns.sleep(dice.pick([3, 6, 9]) * minute);
    await sweep();
  }
  for (const at of laterSweeps) {
    await sleepUntilMs(at);
    await catchUp();
    await sweep();
  }
  await sleepUntilMs(calmAfterMs);
  Object.assign(world.line, faultlessLine());
  Object.assign(world.mailServer, { isDown: false, losses: 0 });
  for (const { id, status } of world.stripe.book().intents)
    if (status === "processing") atProvider(() => world.stripe.finishProcessing(id, "succeeded"));
  // Several rounds, because the work of one may create more work.
  for (let round = 0; round < 3; round++) {
    await world.turns.sleep(20 * minute);
    await catchUp();
    await sweep();
  }
}

function ignoreProviderDown(error: unknown): void {
  if (!(error instanceof ProviderDown)) throw error;
}

/** Brings the faults of the connections, each by chance. */
export async function weather(world: World): Promise<void> {
  const { line, mailServer, turns } = world;
  const dice = world.dice("weather");
  line.losses = dice.pick([0, 0, 0.05, 0.15]);
  line.falseCancellations = dice.pick([0, 0.8, 0.8]);
  mailServer.losses = dice.pick([0, 0.1]);
  const failFor = async (state: Record<string, boolean>, target: object, forMs: number) => {
    await turns.sleep(dice.below(60) * 30_000);
    Object.assign(target, state);
    await turns.sleep(forMs);
    Object.assign(target, Object.fromEntries(Object.keys(state).map((name) => [name, false])));
  };
  if (dice.chance(0.5)) turns.enter("weather: down", () => failFor({ isDown: true }, line, 10 * minute));
  if (dice.chance(0.4)) turns.enter("weather: slow", () => failFor({ isSlow: true }, line, 4 * minute));
  if (dice.chance(0.4)) turns.enter("weather: no mail", () => failFor({ isDown: true }, mailServer, hour));
}

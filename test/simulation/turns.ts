/**
 * Calls to database, provider and mail server wait here for their turn, and one seed decides the order. Invariant: one
 * call runs at a time, except those that wait for a lock of another call. The time advances only when nobody can
 * continue.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Dice } from "./dice.ts";
import { Wrong } from "./wrong.ts";

/** A node whose calls are never answered after it is killed. */
export interface Killable {
  readonly name: string;
  isDead: boolean;
}

export interface PendingCall {
  label: string;
  owner: Killable;
  /** The call's PostgreSQL process; null for a call to the provider or the mail server. */
  pid: number | null;
}

/** A moment at which a node may be killed. */
export interface Moment extends PendingCall {
  when: "before" | "after";
  who: string;
}

interface WaitingCall extends PendingCall {
  who: string;
  start: () => UnderWay;
}

interface UnderWay {
  pid: number | null;
  isOver: boolean;
  over: Promise<void>;
}

interface Sleeper {
  untilMs: number;
  wake: () => void;
}

export interface Surroundings {
  dice: Dice;
  advanceTo(ms: number): Promise<void>;
  nowMs(): number;
  /** Which of these PostgreSQL processes wait for another's lock. */
  waitingPids(pids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Whether a node is killed at this moment. */
  killsAt(moment: Moment): boolean;
  kill(owner: Killable): Promise<void>;
  /** Called when nobody can continue; true if it has added something to do. */
  whenIdle(): Promise<boolean>;
  /** Called before each turn; it may add an actor. */
  beforeTurn(): void;
  /** Called with a line for every turn and every kill. */
  log(line: string): void;
}

const never = new Promise<never>(() => {});
const stalledAfterMs = 15_000;
/** Several times the turns of the longest correct histories. */
const maxTurns = 20_000;

export function openTurns(world: Surroundings) {
  const actors = new AsyncLocalStorage<string>();
  const parked: WaitingCall[] = [];
  const blocked = new Set<UnderWay>();
  const sleepers: Sleeper[] = [];
  const dying: Killable[] = [];
  let scripts = 0;
  let activity = 0;
  let failure: { error: unknown } | undefined;
  let last = "";

  const whoActs = () => actors.getStore() ?? "the site";

  /** Waits for a turn and does `work` in it. For a killed node the promise never settles. */
  async function inTurn<T>(pending: PendingCall, work: () => Promise<T>): Promise<T> {
    if (pending.owner.isDead) return never;
    const who = whoActs();
    const over = Promise.withResolvers<void>();
    const underWay: UnderWay = { pid: pending.pid, isOver: false, over: over.promise };
    await new Promise<void>((resolve) => {
      activity++;
      const start = () => {
        resolve();
        return underWay;
      };
      parked.push({ ...pending, who, start });
    });
    try {
      return await work();
    } finally {
      underWay.isOver = true;
      activity++;
      over.resolve();
      if (!pending.owner.isDead && world.killsAt({ ...pending, when: "after", who }))
        dying.push(pending.owner);
      if (pending.owner.isDead || dying.includes(pending.owner)) await never;
    }
  }

  function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    sleepers.push({ untilMs: world.nowMs() + ms, wake: resolve });
    return promise;
  }

  /** Adds an actor, whose script is played to its end. */
  function enter(who: string, script: () => Promise<void>): void {
    scripts++;
    activity++;
    actors
      .run(who, script)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        scripts--;
        activity++;
      });
  }

  /** Waits until nothing has happened for six iterations of the event loop. */
  async function waitUntilQuiet(): Promise<void> {
    for (let idle = 0, seen = activity; idle < 6; seen = activity) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      idle = activity === seen ? idle + 1 : 0;
    }
  }

  async function waitUntilOverOrBlocked(one: UnderWay): Promise<void> {
    if (one.pid === null) return one.over;
    while (!one.isOver) {
      await Promise.race([one.over, pause(2)]);
      if (one.isOver) return;
      if ((await world.waitingPids([one.pid])).has(one.pid)) {
        blocked.add(one);
        return;
      }
    }
  }

  async function awaitFreedCalls(): Promise<void> {
    for (;;) {
      for (const one of blocked) if (one.isOver) blocked.delete(one);
      if (blocked.size === 0) return;
      const waiting = await world.waitingPids([...blocked].map(({ pid }) => pid!));
      const free = [...blocked].filter((one) => !one.isOver && !waiting.has(one.pid!));
      if (free.length === 0 && [...blocked].every((one) => !one.isOver)) return;
      await Promise.race([...free.map(({ over }) => over), pause(1)]);
    }
  }

  /** The calls of an actor stay in order; the dice choose the actor. */
  function takeNextCall(): WaitingCall {
    const names = [...new Set(parked.map(({ who }) => who))].sort();
    const who = names.includes(last) && world.dice.chance(0.35) ? last : world.dice.pick(names);
    const place = parked.findIndex((one) => one.who === who);
    return parked.splice(place, 1)[0]!;
  }

  async function killDyingNodes(): Promise<void> {
    for (let owner = dying.shift(); owner; owner = dying.shift()) await killNode(owner);
  }

  async function killNode(owner: Killable): Promise<void> {
    world.log(`${owner.name} is killed`);
    await world.kill(owner);
    for (let index = parked.length - 1; index >= 0; index--)
      if (parked[index]!.owner === owner) parked.splice(index, 1);
  }

  /** Plays until every script has ended. @throws an error of a script, or Wrong if the history does not end. */
  async function play(): Promise<void> {
    for (let stalledMs = 0, turns = 0; ; ) {
      await waitUntilQuiet();
      await killDyingNodes();
      if (blocked.size > 0) {
        const seen = activity;
        await awaitFreedCalls();
        if (activity !== seen) continue;
      }
      if (failure !== undefined) throw failure.error;
      if (parked.length > 0) {
        world.beforeTurn();
        stalledMs = 0;
        const next = takeNextCall();
        if (++turns > maxTurns)
          throw endlessHistory(`after ${maxTurns} turns ${next.who} was at “${next.label}”`);
        last = next.who;
        if (world.killsAt({ ...next, when: "before" })) {
          await killNode(next.owner);
          continue;
        }
        world.log(`${next.who}: ${next.label}`);
        await waitUntilOverOrBlocked(next.start());
      } else if (blocked.size > 0) {
        // A deadlock: PostgreSQL chooses a victim.
        await Promise.race([...[...blocked].map(({ over }) => over), pause(5)]);
      } else if (!(await world.whenIdle())) {
        if (scripts === 0) return;
        const nextMs = Math.min(...sleepers.map(({ untilMs }) => untilMs));
        if (Number.isFinite(nextMs)) await wakeAt(nextMs);
        else {
          // Something outside of the turns is running, such as loading code.
          await pause(2);
          stalledMs += 2;
          if (stalledMs > stalledAfterMs)
            throw endlessHistory("nobody continues, and nobody waits for anything");
        }
      }
    }
  }

  async function wakeAt(ms: number): Promise<void> {
    await world.advanceTo(ms);
    const due = sleepers.filter(({ untilMs }) => untilMs <= ms);
    for (const one of due) sleepers.splice(sleepers.indexOf(one), 1);
    for (const { wake } of due) wake();
  }

  return { inTurn, sleep, enter, play, whoActs };
}

export type Turns = ReturnType<typeof openTurns>;

function endlessHistory(why: string): Wrong {
  return new Wrong([`the history did not come to an end: ${why}`]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

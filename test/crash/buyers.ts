import { setTimeout as wait } from "node:timers/promises";

export interface AcknowledgedReservation {
  registrationId: number;
  accessKey: string;
  isExpress: boolean;
}

export interface Crowd {
  acknowledged: AcknowledgedReservation[];
  /** Requests without an answer that says the outcome. */
  unanswered: number;
  /** Replies other than an acknowledgement or "come back later". */
  wrong: string[];
  /** Resolves after `count` more acknowledgements. */
  untilMore(count: number): Promise<void>;
  /** Resolves with the time of the next acknowledgement. */
  nextAcknowledgement(): Promise<number>;
  /** Awaits requests in flight, and starts no more. */
  stop(): Promise<void>;
}

/** Limits of one IP address are not tested here. */
function randomIpAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;
}

/** The free tickets of one mailbox are limited. */
const randomMailbox = (): string => `mia-${crypto.randomUUID()}@example.org`;

/** Lets `buyers` people buy continuously at `url`. Every twentieth makes free registrations in one step. */
export function sendCrowd(
  url: string,
  { eventId, paidId, freeId, buyers }: { eventId: number; paidId: number; freeId: number; buyers: number },
): Crowd {
  let isOver = false;
  const listeners = new Set<() => void>();
  const crowd = { acknowledged: [] as AcknowledgedReservation[], unanswered: 0, wrong: [] as string[] };

  async function askOnce(isExpress: boolean): Promise<void> {
    const ticketId = isExpress ? freeId : paidId;
    const body = {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      ...(isExpress ? { attendees: [{ ticketId, firstName: "Mia", email: randomMailbox() }] } : {}),
    };
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(`${url}/api/registration/${isExpress ? "express" : "initRegistration"}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": randomIpAddress() },
        body: JSON.stringify(body),
      });
      text = await reply.text();
    } catch {
      crowd.unanswered++;
      await wait(10);
      return;
    }
    if (reply.status === 503) {
      // The server may not know the outcome either, if its connection to the database broke meanwhile.
      crowd.unanswered++;
      await wait(10);
    } else if (reply.status === 200) {
      const { payload } = JSON.parse(text) as {
        payload: { registration: { id: number }; accessKey: string };
      };
      crowd.acknowledged.push({
        registrationId: payload.registration.id,
        accessKey: payload.accessKey,
        isExpress,
      });
      for (const notify of listeners) notify();
    } else crowd.wrong.push(`${reply.status} ${text}`);
  }

  const people = Array.from({ length: buyers }, async (_, index) => {
    while (!isOver) await askOnce(index % 20 === 0);
  });
  const waitFor = <T>(check: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const notify = () => {
        const result = check();
        if (result === undefined) return;
        listeners.delete(notify);
        resolve(result);
      };
      listeners.add(notify);
    });
  return Object.assign(crowd, {
    untilMore: (count: number) => {
      const goal = crowd.acknowledged.length + count;
      return waitFor(() => (crowd.acknowledged.length >= goal ? true : undefined)).then(() => {});
    },
    nextAcknowledgement: () => waitFor(() => performance.now()),
    stop: async () => {
      isOver = true;
      await Promise.all(people);
    },
  });
}

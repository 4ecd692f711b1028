import { openPretix, type PretixAccess, type PretixSource } from "./pretixHttp.ts";
import { type PretixAnswers, pretixEvent, pretixLists } from "./shapes.ts";

/** Reads an event. @throws invalidInput for `url`, `token` or `event`; busy if pretix is busy or has an error. */
export async function readPretix(
  source: PretixSource,
  { people, access }: { people: boolean; access: PretixAccess },
): Promise<PretixAnswers> {
  const pretix = openPretix(source, access);
  try {
    // In turn, because pretix limits the number of requests.
    return {
      event: await pretix.event(pretixEvent),
      items: await pretix.list("items", pretixLists.items),
      questions: await pretix.list("questions", pretixLists.questions),
      quotas: await pretix.list("quotas", pretixLists.quotas),
      vouchers: await pretix.list("vouchers", pretixLists.vouchers),
      taxRules: await pretix.list("taxrules", pretixLists.taxrules),
      orders: people ? await pretix.list("orders", pretixLists.orders) : [],
    };
  } finally {
    await pretix.close();
  }
}

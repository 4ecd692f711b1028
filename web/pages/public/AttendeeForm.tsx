/** `/{slug}/attendee-form`: the attendees, and the event's questions. Every change is saved while typing. */

import { type FormEvent, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { useAct } from "../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { draftStoreOf, useDraft } from "../../sale/draftStore.ts";
import { endHoldUnlessPaid } from "../../sale/endHold.ts";
import { loadPurchase } from "../../sale/loadPurchase.ts";
import {
  attendeesInput,
  type FormRule,
  fieldOfPath,
  type PeopleProblems,
  problemsOf,
} from "../../sale/peopleForm.ts";
import classes from "./AttendeeForm.module.css";
import { NoHold } from "./checkout/NoHold.tsx";
import { PeopleFields } from "./checkout/PeopleFields.tsx";
import { Notice } from "./purchase/Notice.tsx";
import { OrderSummary } from "./purchase/OrderSummary.tsx";
import { PurchaseFrame } from "./purchase/PurchaseFrame.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { event } = await loadPurchase(args);
  const questions = await apiFrom(args.context).get(
    "form/getFormQuestions",
    { eventId: event.id },
    { signal: args.request.signal, suppressToasts: true },
  );
  return { event, questions };
}

export function Component() {
  const { event, questions } = useLoaderData<typeof loader>();
  const { slug } = event;
  const store = draftStoreOf(slug);
  const draft = useDraft(slug);
  const navigate = useNavigate();
  const { isBusy, problem, setProblem, run } = useAct();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<PeopleProblems>({});

  const rule: FormRule = { questions, everyGuest: event.config.saveAllAttendeesDetails };
  if (draft === null || draft.hold === null) return <NoHold slug={slug} draft={draft} />;
  const { hold, people } = draft;
  const isFree = hold.quote.totalAmount === 0;
  const problems = tried ? { ...refused, ...problemsOf(people, rule) } : refused;

  function goOn(submitted: FormEvent) {
    submitted.preventDefault();
    if (isBusy) return;
    setTried(true);
    setRefused({});
    setProblem(null);
    const found = problemsOf(people, rule);
    if (Object.keys(found).length > 0) return focusFirst(found);
    const { registrationId, accessKey } = hold;
    const save = async () => {
      const body = { registrationId, accessKey, ...attendeesInput(people, rule) };
      await api.post("registration/save", body, { suppressToasts: true });
      store.happen({ type: "named" });
      await navigate(paths.checkout(slug));
    };
    void run(save, { refused: refusedWith });
  }

  async function refusedWith(error: ApiError): Promise<string | null> {
    if (error.code === "holdExpired" || error.code === "alreadyPaid" || error.code === "notFound") {
      await ended();
      return null;
    }
    const named: Record<string, string> = {};
    const others: string[] = [];
    for (const [path, message] of Object.entries(problemsByField(error))) {
      const field = fieldOfPath(path, people, rule);
      if (field === null) others.push(message);
      else named[field] = `This ${message}.`;
    }
    setRefused(named);
    if (Object.keys(named).length > 0) {
      focusFirst(named);
      return null;
    }
    return others.length > 0 ? `The server refused this form: it ${others.join("; ")}.` : error.msg;
  }

  async function ended() {
    if (await endHoldUnlessPaid(api, store))
      await navigate(paths.success(slug, store.get().bought ?? undefined));
  }

  return (
    <PurchaseFrame
      event={event}
      step="Your details"
      heading="Who is coming?"
      isFree={isFree}
      hold={hold}
      onHoldEnded={() => void ended()}
      aside={<OrderSummary summary={hold.quote} heading="Your order" />}
    >
      <form noValidate className={classes.form} onSubmit={goOn}>
        <PeopleFields
          people={people}
          rule={rule}
          items={hold.quote.items}
          problems={problems}
          onChange={(changed) => {
            setRefused({});
            store.happen({ type: "typed", people: changed });
          }}
        />
        {problem !== null && <Notice kind="problem" title={problem} />}
        <div className={classes.actions}>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? "One moment…" : isFree ? "Continue" : "Continue to payment"}
          </button>
        </div>
      </form>
    </PurchaseFrame>
  );
}

/** Focuses the first error on the page, once it is rendered. */
function focusFirst(problems: PeopleProblems): void {
  requestAnimationFrame(() => {
    const fields = Object.keys(problems).map((id) => document.getElementById(id));
    const [first] = fields
      .filter((field) => field !== null)
      .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    first?.focus();
  });
}

/** The page `/{slug}/attendee-form`. */

import { type FormEvent, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { useAct } from "../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { ticketsToName } from "../../sale/draft.ts";
import { draftStoreOf, useDraft } from "../../sale/draftStore.ts";
import { endHoldUnlessPaid } from "../../sale/endHold.ts";
import { holdExtensionOf } from "../../sale/extendHold.ts";
import { loadPurchase } from "../../sale/loadPurchase.ts";
import {
  addressesOf,
  attendeesInput,
  type FormRule,
  fieldOfPath,
  type PeopleProblems,
  problemsOf,
} from "../../sale/peopleForm.ts";
import classes from "./AttendeeForm.module.css";
import { NoHold } from "./checkout/NoHold.tsx";
import { PeopleFields } from "./checkout/PeopleFields.tsx";
import { useMailQuestions } from "./checkout/useMailQuestions.ts";
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
  const [hasTried, setTried] = useState(false);
  const [serverProblems, setServerProblems] = useState<PeopleProblems>({});
  const mail = useMailQuestions();

  if (draft === null || draft.hold === null) return <NoHold slug={slug} draft={draft} />;
  const { hold, people } = draft;
  const rule: FormRule = {
    questions,
    everyGuest: event.config.saveAllAttendeesDetails,
    asksPhone: event.config.asksPhone,
    namesLater: event.config.guestNamesLater,
    ticketIds: ticketsToName(hold.quote.items, "everyTicket"),
  };
  const isFree = hold.quote.totalAmount === 0;
  const problems = hasTried ? { ...serverProblems, ...problemsOf(people, rule) } : serverProblems;

  function submit(formEvent: FormEvent) {
    formEvent.preventDefault();
    if (isBusy) return;
    setTried(true);
    setServerProblems({});
    setProblem(null);
    const foundProblems = problemsOf(people, rule);
    if (Object.keys(foundProblems).length > 0) return focusFirst(foundProblems);
    if (mail.ask(addressesOf(people, rule))) return;
    const { registrationId, accessKey } = hold;
    const save = async () => {
      const body = { registrationId, accessKey, ...attendeesInput(people, rule) };
      await api.post("registration/save", body, { suppressToasts: true });
      store.dispatch({ type: "named" });
      await navigate(paths.checkout(slug));
    };
    void run(save, { refused: showRefusal });
  }

  async function showRefusal(error: ApiError): Promise<string | null> {
    if (error.code === "holdExpired" || error.code === "alreadyPaid" || error.code === "notFound") {
      await leaveEndedHold();
      return null;
    }
    const fieldProblems: Record<string, string> = {};
    const otherMessages: string[] = [];
    for (const [path, message] of Object.entries(problemsByField(error))) {
      const field = fieldOfPath(path, people, rule);
      if (field === null) otherMessages.push(message);
      else fieldProblems[field] = `This ${message}.`;
    }
    setServerProblems(fieldProblems);
    if (Object.keys(fieldProblems).length > 0) {
      focusFirst(fieldProblems);
      return null;
    }
    return otherMessages.length > 0
      ? `The server refused this form: it ${otherMessages.join("; ")}.`
      : error.msg;
  }

  async function leaveEndedHold() {
    if (await endHoldUnlessPaid(api, store))
      await navigate(paths.success(slug, store.get().bought ?? undefined));
  }

  return (
    <PurchaseFrame
      event={event}
      step="Your details"
      heading="Who is coming?"
      isFree={isFree}
      countdown={{
        hold,
        heldWords: "your tickets are",
        extension: holdExtensionOf(event, hold, { api, store }),
        onEnded: () => void leaveEndedHold(),
      }}
      aside={<OrderSummary summary={hold.quote} heading="Your order" />}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <PeopleFields
          people={people}
          rule={rule}
          items={hold.quote.items}
          problems={problems}
          mail={mail}
          onChange={(changed) => {
            setServerProblems({});
            store.dispatch({ type: "typed", people: changed });
          }}
        />
        {problem !== null && <Notice kind="problem" title={problem} />}
        <div className={classes.actions}>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? "One moment…" : isFree ? "Continue" : "Continue to payment"}
          </button>
          <Link className="touchLink" to={paths.tickets(slug)}>
            Change the tickets
          </Link>
        </div>
      </form>
    </PurchaseFrame>
  );
}

/** Focuses the first field with an error, once the errors are rendered. */
function focusFirst(problems: PeopleProblems): void {
  requestAnimationFrame(() => {
    const fields = Object.keys(problems).map((id) => document.getElementById(id));
    const [first] = fields
      .filter((field) => field !== null)
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    first?.focus();
  });
}

/** Registers in one step, also without scripts (docs/wire.md §5). */
import { useEffect, useRef, useState } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { PromoCodeOffer } from "../../../../contract/shapes/promoCode.ts";
import type { ExpressOffer } from "../../../event/eventPage.ts";
import { useFormAddress } from "../../../lib/formAddress.ts";
import { attendeeField, buyerField } from "../../../sale/fieldIds.ts";
import { problemsOf } from "../../../sale/peopleForm.ts";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import { MailQuestion } from "../checkout/MailQuestion.tsx";
import { PersonQuestions } from "../checkout/PeopleFields.tsx";
import { PurchaseTerms } from "../checkout/PurchaseTerms.tsx";
import { useMailQuestions } from "../checkout/useMailQuestions.ts";
import { CountRow } from "./CountRow.tsx";
import classes from "./RegisterHere.module.css";
import {
  emptyRegisterDraft,
  extrasField,
  formRuleOf,
  quantityField,
  type RegisterDraft,
  type RegisterRefusal,
  withExtra,
  withPeople,
} from "./registerForm.ts";

interface RegisterHereProps {
  event: Event;
  offer: ExpressOffer;
  promo: PromoCodeOffer | null;
}

export function RegisterHere({ event, offer, promo }: RegisterHereProps) {
  const promoCode = promo?.tickets.some(({ id }) => id === offer.ticketId) ? promo.code : null;
  const answer = useActionData<RegisterRefusal | { closed: string }>();
  const refusal = answer !== undefined && "draft" in answer ? answer : null;
  // Also while the next page loads, because a second press would register again.
  const isBusy = useNavigation().formMethod !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();
  const [draft, setDraft] = useState(() => refusal?.draft ?? emptyRegisterDraft(offer));
  const [changedAfter, setChangedAfter] = useState<RegisterRefusal | null>(null);

  useEffect(() => {
    if (answer === undefined) return;
    form.current
      ?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true], [role=alert]")
      ?.focus();
  }, [answer]);

  const mail = useMailQuestions();
  const rule = formRuleOf(offer);
  const { people } = draft;
  const number = people.attendees.length;
  // The server's messages at fields stay until the visitor changes something.
  const problems = refusal && {
    ...(changedAfter !== refusal && refusal.problems),
    ...problemsOf(people, rule),
  };
  const msg = answer !== undefined && "closed" in answer ? answer.closed : (refusal?.msg ?? null);
  const change = (changed: RegisterDraft) => {
    setDraft(changed);
    setChangedAfter(refusal);
  };
  const setBuyer = (part: Partial<RegisterDraft["people"]["buyer"]>) =>
    change({ ...draft, people: { ...people, buyer: { ...people.buyer, ...part } } });
  const setAttendee = (index: number, part: Partial<(typeof people.attendees)[number]>) =>
    change({
      ...draft,
      people: {
        ...people,
        attendees: people.attendees.map((one, at) => (at === index ? { ...one, ...part } : one)),
      },
    });
  const questionsOf = (index: number) => (
    <PersonQuestions
      people={people}
      index={index}
      rule={rule}
      problems={problems ?? {}}
      onAttendee={(part) => setAttendee(index, part)}
    />
  );

  return (
    <Form
      ref={form}
      method="post"
      action={action}
      preventScrollReset
      noValidate
      className={classes.form}
      data-register
      aria-label="Register"
      onSubmit={(submitted) => {
        if (mail.ask([people.buyer.email])) submitted.preventDefault();
      }}
    >
      <LabelledField
        id={buyerField("name")}
        label="Your name"
        autoComplete="name"
        maxLength={200}
        value={people.buyer.name}
        problem={problems?.[buyerField("name")]}
        onChange={(name) => setBuyer({ name })}
      />
      <LabelledField
        id={buyerField("email")}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={people.buyer.email}
        problem={problems?.[buyerField("email")]}
        onChange={(email) => setBuyer({ email })}
      />
      <MailQuestion typed={people.buyer.email} mail={mail} onUse={(email) => setBuyer({ email })} />
      {event.config.asksPhone && (
        <LabelledField
          id={buyerField("phone")}
          label="Phone"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={people.buyer.phone}
          problem={problems?.[buyerField("phone")]}
          onChange={(phone) => setBuyer({ phone })}
        />
      )}
      {offer.maxPeople > 1 && (
        <CountRow
          name={quantityField}
          title="Number of people, including you"
          label="people"
          one="person"
          min={1}
          max={offer.maxPeople}
          value={number}
          note={number >= offer.maxPeople ? offer.limitWords : null}
          onChange={(wanted) => change(withPeople(draft, offer, wanted))}
        />
      )}
      {questionsOf(0)}
      {offer.everyGuest &&
        people.attendees.slice(1).map(({ name }, position) => {
          const index = position + 1;
          return (
            // Attendees have no id except their index.
            <div key={attendeeField(index, "name")} className={classes.guest}>
              <LabelledField
                id={attendeeField(index, "name")}
                label={number > 2 ? `Name of guest ${index}` : "Name of your guest"}
                optional={offer.namesLater && "later"}
                {...(offer.namesLater && { hint: "A guest without a name gets a link to fill it in." })}
                autoComplete="off"
                maxLength={200}
                value={name}
                problem={problems?.[attendeeField(index, "name")]}
                onChange={(typed) => setAttendee(index, { name: typed })}
              />
              {questionsOf(index)}
            </div>
          );
        })}
      {offer.extras.map((extra) => {
        const quantity = draft.extras[extra.id] ?? 0;
        return (
          <CountRow
            key={extra.id}
            name={extrasField(extra.id)}
            title={extra.name}
            description={extra.description}
            label={extra.name}
            max={extra.max}
            value={quantity}
            note={quantity >= extra.max ? "No more of these are left." : null}
            onChange={(wanted) => change(withExtra(draft, extra, wanted))}
          />
        );
      })}
      {promoCode !== null && <input type="hidden" name="promoCode" value={promoCode} />}
      {msg !== null && (
        <p role="alert" className="fieldProblem" tabIndex={-1}>
          {msg}
        </p>
      )}
      <button type="submit" className="button" disabled={isBusy} data-main>
        {isBusy ? "Registering…" : number === 1 ? "Register for free" : `Register ${number} people for free`}
      </button>
      <p className={classes.note}>
        {/* Without `everyGuest` the whole group has one ticket. */}
        {number === 1 || !offer.everyGuest
          ? "You see your ticket on the next page, and we mail it to you."
          : "You see your tickets on the next page, and we mail them to you."}
      </p>
      <PurchaseTerms event={event} isFree withCancelling />
    </Form>
  );
}

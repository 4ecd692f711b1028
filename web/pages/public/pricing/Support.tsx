import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";
import { FieldError } from "../../../ui/LabelledField.tsx";
import { PageMeta } from "../PageMeta.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import { beginSupport } from "./beginSupport.ts";
import choices from "./choices.module.css";
import type { SupportState } from "./load.ts";
import { OwnAmount } from "./OwnAmount.tsx";
import { PackageChoice } from "./PackageChoice.tsx";
import { SponsorFields } from "./SponsorFields.tsx";
import classes from "./Support.module.css";
import {
  bodyOf,
  packageTaxWords,
  problemsOf,
  type SupportProblems,
  type SupportValues,
  supportTotal,
  withOwnPackage,
} from "./supportForm.ts";
import { supportStoreOf, useSupport } from "./supportStore.ts";

interface SupportProps {
  event: Event;
  packages: readonly SponsorshipPackage[];
  state: SupportState;
}

const closedWords: Record<Exclude<SupportState, "open">, string> = {
  over: "This event is over, so it can no longer be supported.",
  cancelled: "This event was cancelled, so it can no longer be supported.",
};

export function Support({ event, packages: loadedPackages, state }: SupportProps) {
  const { slug, currency } = event;
  const { values: storedValues, begun } = useSupport(slug);
  const packages = withOwnPackage(loadedPackages, begun?.packageId ?? null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAct();
  const [hasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<{ problems: SupportProblems; msg: string | null } | null>(null);

  const [refusalCount, setRefusalCount] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of the offer, another field may be the first wrong one.
  useEffect(() => {
    if (refusalCount > 0) focusFirst(form.current);
  }, [refusalCount, loadedPackages]);

  const offer = { packages, currency };
  // Without packages only an own amount can be chosen.
  const values: SupportValues = packages.length === 0 ? { ...storedValues, choice: "amount" } : storedValues;
  const problems = { ...(hasTried && problemsOf(values, offer)), ...refusal?.problems };
  const amount = supportTotal(values, offer, event.pricesIncludeTax);
  const withCents = needCents(
    packages.map(({ price }) => price),
    currency,
  );
  const isOpen = state === "open";

  function change(part: Partial<SupportValues>) {
    setRefusal(null);
    supportStoreOf(slug).change({ values: { ...values, ...part } });
  }

  function submit(formEvent: FormEvent) {
    formEvent.preventDefault();
    if (isBusy) return;
    setTried(true);
    setRefusal(null);
    const foundProblems = problemsOf(values, offer);
    if (Object.keys(foundProblems).length > 0) return setRefusalCount((count) => count + 1);
    void run(async () => {
      const store = supportStoreOf(slug);
      const outcome = await beginSupport(bodyOf(values, offer, event.id), { api, store });
      if (outcome.kind === "begun") return navigate(paths.pricing(slug, outcome.proof));
      if (outcome.isStale) await revalidate();
      setRefusal(outcome);
      setRefusalCount((count) => count + 1);
    });
  }

  return (
    <PurchaseFrame event={event} heading={`Support ${event.name}`}>
      <PageMeta
        title={`Support ${event.name}`}
        description={`Sponsor ${event.name} by ${event.club.name}, or give what you like.`}
        path={paths.pricing(slug)}
        event={event}
      />
      <form ref={form} noValidate className={classes.form} aria-label="Support" onSubmit={submit}>
        {isOpen ? (
          <noscript>
            <Notice kind="info" title="Giving needs JavaScript">
              <p>You can read the offer here. To give, switch on JavaScript and load the page again.</p>
            </Notice>
          </noscript>
        ) : (
          <Notice kind={refusalCount > 0 ? "problem" : "info"} title={closedWords[state]}>
            <p>
              <Link to={paths.pricing()}>Other events</Link> need support, too.
            </p>
            {event.cancelMessage !== undefined && <p>{event.cancelMessage}</p>}
          </Notice>
        )}
        {isOpen && begun !== null && (
          <Notice kind="info" title="You have already started.">
            <p>
              <Link
                to={paths.pricing(slug, { sponsorshipId: begun.sponsorshipId, accessKey: begun.accessKey })}
              >
                Continue to the payment
              </Link>
              , or change your choice below.
            </p>
          </Notice>
        )}
        {isOpen && packages.length === 0 && (
          <p className={classes.lead}>
            {event.club.name} has no packages for sponsors at this event. You can still donate any amount.
          </p>
        )}
        {(isOpen || packages.length > 0) && (
          <fieldset
            className={choices.choices}
            data-invalid={problems.choice !== undefined || undefined}
            aria-describedby={problems.choice === undefined ? undefined : "choice-problem"}
          >
            <legend>{isOpen ? "What would you like to give?" : "What was offered"}</legend>
            <FieldError id="choice" problem={problems.choice} />
            <div className={choices.grid}>
              {packages.map((sponsorPackage) => (
                <PackageChoice
                  key={sponsorPackage.id}
                  sponsorPackage={sponsorPackage}
                  withCents={withCents}
                  tax={packageTaxWords(sponsorPackage, event.pricesIncludeTax)}
                  isOpen={isOpen}
                  isChosen={values.choice === sponsorPackage.id}
                  onChoose={() => change({ choice: sponsorPackage.id })}
                />
              ))}
              {isOpen && (
                <OwnAmount
                  currency={currency}
                  isOneOfMany={packages.length > 0}
                  isChosen={values.choice === "amount"}
                  amount={values.amount}
                  problem={problems.amount}
                  onChange={(typed) => change({ choice: "amount", amount: typed })}
                />
              )}
            </div>
          </fieldset>
        )}
        {isOpen && (
          <>
            <SponsorFields
              values={values}
              problems={problems}
              isShown={event.config.showSponsors}
              onChange={change}
            />
            {refusal?.msg && <Notice kind="problem" title={refusal.msg} />}
            <div>
              <button
                type="submit"
                className={`button ${classes.submit}`}
                aria-disabled={isBusy || undefined}
              >
                {isBusy
                  ? "One moment…"
                  : amount === null
                    ? "Continue to payment"
                    : `Continue with ${formatMoney(amount, currency)}`}
              </button>
              <p className={classes.small}>You can check everything before you pay.</p>
            </div>
          </>
        )}
      </form>
    </PurchaseFrame>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  const problem = "fieldset[data-invalid] input:not(:disabled), [aria-invalid='true'], [role='alert']";
  form?.querySelector<HTMLElement>(problem)?.focus();
}

/** The page `/profile`. */
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { NameForm } from "./NameForm.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import classes from "./Profile.module.css";
import { SecondFactor } from "./SecondFactor.tsx";
import { SessionList } from "./SessionList.tsx";

export function loader({ context, request }: LoaderFunctionArgs) {
  return apiFrom(context).get("auth/getProfile", undefined, { signal: request.signal });
}

export function Component() {
  const { currentUser, emailChange, secondFactor, sessions } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const isDue = secondFactor.isRequired && !secondFactor.isOn;
  return (
    <StaffPage
      title="Your profile"
      lead={`${currentUser.email}${currentUser.clubName === null ? "" : `, ${currentUser.clubName}`}`}
      crumbs={isDue ? [] : [{ label: "Dashboard", to: homeOf(currentUser.role) }]}
      actions={
        <>
          {currentUser.clubId !== null && !isDue && (
            <>
              <Link to={paths.clubTeam()} className="button buttonQuiet">
                Your team
              </Link>
              <Link to={paths.clubEdit()} className="button buttonQuiet">
                Edit your club
              </Link>
            </>
          )}
          <Link to={paths.signout()} className="button buttonQuiet">
            Sign out
          </Link>
        </>
      }
    >
      {isDue && (
        <p className={classes.due} role="status">
          <strong>Your club requires a second factor.</strong> Set it up below to use the other pages.
        </p>
      )}
      <div className={classes.parts}>
        <section className={classes.part} aria-labelledby="name-title">
          <h2 id="name-title">Name</h2>
          <NameForm user={currentUser} onSaved={revalidate} />
        </section>
        <section className={classes.part} aria-labelledby="email-title">
          <h2 id="email-title">E-mail address</h2>
          <EmailForm email={currentUser.email} change={emailChange} onSaved={revalidate} />
        </section>
        <section className={classes.part} aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <PasswordForm onSaved={revalidate} />
        </section>
        <section className={classes.part} aria-labelledby="factor-title" data-first={isDue || undefined}>
          <h2 id="factor-title">Second factor</h2>
          <SecondFactor factor={secondFactor} onChanged={revalidate} />
        </section>
        <section className={classes.part} aria-labelledby="sessions-title">
          <h2 id="sessions-title">Where you are signed in</h2>
          <SessionList sessions={sessions} onChanged={revalidate} />
        </section>
      </div>
    </StaffPage>
  );
}

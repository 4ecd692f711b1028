import { Link } from "react-router";
import type { ClubListing } from "../../../contract/shapes/club.ts";
import { inSnackbar, useAct } from "../../act/useAct.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { session } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";
import classes from "./ListingNotice.module.css";

export function ListingNotice({ clubId, listing }: { clubId: number; listing: ClubListing }) {
  const { isBusy, run } = useAct();
  const user = session.get()?.currentUser;
  if (listing.isConfirmed && listing.isApproved) return null;
  const isOwn = user?.clubId === clubId;
  async function mailLink(): Promise<void> {
    const reply = await api.post("auth/sendConfirmation", undefined, { suppressToasts: true });
    if (reply === undefined) return;
    notify({
      text: reply.sent
        ? `A link is mailed to ${user?.email ?? "you"}.`
        : "Your address is already confirmed.",
      color: "success",
    });
  }
  return (
    <section className={classes.notice} aria-label="Not on the home page yet">
      <div className={classes.words}>
        <p>
          <strong>{listing.isConfirmed ? "Waiting for approval" : "Confirm your mail address"}</strong>
        </p>
        <p>
          {listing.isConfirmed
            ? "This site approves the first event of a new club. We mail you when it is approved."
            : isOwn
              ? `Open the link that we mailed to ${user.email}.`
              : "The club has not opened the link that we mailed."}{" "}
          {!listing.isConfirmed && isOwn && (
            <>
              If the address is wrong, <Link to={paths.profile()}>change your address</Link>.{" "}
            </>
          )}
          Until then, visitors reach published events only by their link, not from the home page.
        </p>
      </div>
      {!listing.isConfirmed && isOwn && (
        <button
          type="button"
          className="button buttonQuiet"
          aria-busy={isBusy}
          onClick={() => void run(mailLink, { refused: inSnackbar, revalidates: true })}
        >
          {isBusy ? "Mailing…" : "Mail the link again"}
        </button>
      )}
    </section>
  );
}

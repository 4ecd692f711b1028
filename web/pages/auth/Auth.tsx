import { Link } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { paths } from "../../paths.ts";
import { session } from "../../stores/session.ts";
import { useStore } from "../../stores/useStore.ts";
import classes from "./Auth.module.css";
import door from "./door.avif";

const features = [
  {
    title: "Sell",
    words:
      "Ticket types, promo codes, extras and waiting lists. Buyers need no account, and see the whole price before they type anything.",
  },
  {
    title: "Know your guests",
    words: "Ask your own questions, mail the tickets, and import and download your lists as spreadsheets.",
  },
  {
    title: "Check guests in",
    words: "Helpers scan tickets with their own phones, also offline. They need no account and no app.",
  },
  {
    title: "Settle the accounts",
    words:
      "Refund single tickets, list sponsors and donations, and get final accounts that your treasurer checks and signs.",
  },
];

export function Component() {
  const current = useStore(session, null);
  return (
    <section className={`container ${classes.page}`}>
      <div className={classes.head}>
        <div>
          <p className="eyebrow">For clubs</p>
          <h1>Tickets, guests and the door of your events, in one place</h1>
          <p className={classes.lead}>
            Publish an event in two minutes, sell tickets and extras, and check your guests in at the door.
          </p>
          <div className={classes.ways}>
            {current === null ? (
              <>
                <Link to={paths.signin()} className="button">
                  Sign in
                </Link>
                <Link to={paths.register()} className="button buttonQuiet">
                  Register your club
                </Link>
              </>
            ) : (
              <>
                <Link to={homeOf(current.currentUser.role)} className="button">
                  Go to your dashboard
                </Link>
                <Link to={paths.profile()} className="button buttonQuiet">
                  Your profile
                </Link>
              </>
            )}
          </div>
        </div>
        <figure className={classes.door}>
          <img
            src={door}
            alt="A green screen: Welcome, Jonas Thoms, Dinner and dance, with two more guests of the same booking to tick and a button for the next guest"
            width={640}
            height={1182}
          />
          <figcaption className={classes.caption}>The door on a helper’s phone</figcaption>
        </figure>
      </div>
      <ul className={classes.features} aria-label="Features">
        {features.map(({ title, words }) => (
          <li key={title} className="card">
            <h2>{title}</h2>
            <p>{words}</p>
          </li>
        ))}
      </ul>
      <h2>Price</h2>
      <p className={classes.price}>
        Foyer adds no fee to a ticket and keeps no part of it. A card payment costs what the payment provider
        charges. Free events, cash and bank transfers cost nothing.
      </p>
      <p className={classes.lead}>
        Looking for an event? <Link to={paths.home()}>See upcoming events</Link>, or{" "}
        <Link to={paths.clubs()}>all clubs</Link>.
      </p>
    </section>
  );
}

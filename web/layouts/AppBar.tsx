import { Link } from "react-router";
import { homeOf } from "../../contract/rules/roles.ts";
import { paths } from "../paths.ts";
import { session } from "../stores/session.ts";
import { useStore } from "../stores/useStore.ts";
import classes from "./AppBar.module.css";
import { BrandMark } from "./BrandMark.tsx";
import { mainViewId } from "./MainView.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

export function AppBar() {
  const current = useStore(session, null);
  return (
    <header className={classes.bar}>
      <a className="skipLink" href={`#${mainViewId}`}>
        Skip to content
      </a>
      <div className={`container ${classes.row}`}>
        <Link to={paths.home()} className={classes.brand}>
          <BrandMark />
          Foyer
        </Link>
        <nav className={classes.nav} aria-label="Main">
          <Link to={paths.home()} className={classes.wide}>
            Events
          </Link>
          {current === null ? (
            <>
              <Link to={paths.findAllTickets()} className={classes.wide}>
                Find my tickets
              </Link>
              <Link to={paths.forClubs()}>For clubs</Link>
            </>
          ) : (
            <>
              <Link to={homeOf(current.currentUser.role)}>Dashboard</Link>
              <Link to={paths.profile()}>Profile</Link>
              <Link to={paths.signout()} className={classes.wide}>
                Sign out
              </Link>
            </>
          )}
          <ThemeSwitch />
        </nav>
      </div>
    </header>
  );
}

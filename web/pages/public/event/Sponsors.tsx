/** Who supports the event, by package, the dearest first. Names alone: what they gave is theirs to tell. */
import type { EventSupport } from "../../../../contract/sponsorship.ts";
import classes from "./Sponsors.module.css";

export function Sponsors({ sponsors }: Pick<EventSupport, "sponsors">) {
  return (
    <section className={classes.sponsors}>
      <h2>Sponsors</h2>
      {sponsors.map(({ packageName, names, others }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two packages may have one name.
        <div key={index} className={classes.group} data-first={index === 0 || undefined}>
          <h3>{packageName ?? "With the help of"}</h3>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {others > 0 && <li className={classes.others}>and {others.toLocaleString("en-US")} more</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Shows no amounts, because they are private. */
import type { EventSupport } from "../../../../contract/shapes/sponsorship.ts";
import classes from "./Sponsors.module.css";

export function Sponsors({ sponsors }: Pick<EventSupport, "sponsors">) {
  return (
    <section className={classes.sponsors}>
      <h2>Sponsors</h2>
      {sponsors.map(({ packageName, names, logoUrls, others }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two packages may have one name.
        <div key={index} className={classes.group} data-first={index === 0 || undefined}>
          <h3>{packageName ?? "With the help of"}</h3>
          <ul>
            {names.map((name, place) => {
              const logoUrl = logoUrls[place] ?? null;
              return (
                <li key={name} data-logo={logoUrl !== null || undefined}>
                  {/* The name is beside it, so the alt text is empty. */}
                  {logoUrl !== null && <img src={`${logoUrl}?w=320`} alt="" height="48" loading="lazy" />}
                  {name}
                </li>
              );
            })}
            {others > 0 && <li className={classes.others}>and {others.toLocaleString("en-US")} more</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import classes from "./Clubs.module.css";

interface ClubCard {
  id: number;
  name: string;
  location: string;
  logoUrl: string;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<ClubCard[]> {
  const options = { signal: request.signal, suppressToasts: true };
  const clubs = await apiFrom(context).get("club/getAllClubs", undefined, options);
  // Only the fields of the cards, because the document contains the loader's data.
  return clubs.map(({ id, name, location, logoUrl }) => ({ id, name, location, logoUrl }));
}

export function Component() {
  const clubs = useLoaderData<typeof loader>();
  return (
    <div className={`container ${classes.page}`}>
      <h1>Clubs</h1>
      {clubs.length === 0 ? (
        <p className="notice">
          No club has published an event yet. <Link to={paths.register()}>Register yours.</Link>
        </p>
      ) : (
        <ul className={classes.list}>
          {clubs.map(({ id, name, location, logoUrl }) => (
            <li key={id} className={classes.card}>
              <img src={`${logoUrl}?w=160`} alt="" width={64} height={64} loading="lazy" />
              <div>
                <h2>
                  <Link to={paths.club(id)}>{name}</Link>
                </h2>
                {location !== "" && <p>{location}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import "./pageHead.css";
import { Link } from "react-router";
import { paths } from "../../paths.ts";

export function EventLink({
  event,
  children,
}: {
  event: { slug: string; name: string };
  children?: React.ReactNode;
}) {
  return (
    <p className="ofEvent">
      <Link className="touchLink" to={paths.event(event.slug)}>
        {event.name}
      </Link>
      {children}
    </p>
  );
}

import { Menu } from "@mantine/core";
import { Link } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { EventCard as Card } from "../../../contract/shapes/event.ts";
import { copyLink } from "../../lib/copyLink.ts";
import { pictureSet } from "../../lib/pictureSet.ts";
import { paths } from "../../paths.ts";
import { Fact } from "../../ui/Fact.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { eventStateOf, placesLeftText, whenWords } from "../event/eventState.ts";
import { StateBadge } from "../event/StateBadge.tsx";
import classes from "./EventCard.module.css";

interface EventCardProps {
  card: Card;
  onCopy: () => void;
  onCancel: () => void;
  onRemove: () => void;
}

export function DashboardCard({ card, onCopy, onCancel, onRemove }: EventCardProps) {
  const state = eventStateOf(card, card, new Date());
  return (
    <article className={classes.card}>
      <img
        className={classes.picture}
        src={`${card.bannerUrl}?w=640`}
        {...pictureSet(card.bannerUrl, [320, 640, 960])}
        sizes="(min-width: 64rem) 23rem, (min-width: 48rem) 46vw, 92vw"
        width={640}
        height={300}
        alt=""
      />
      <div className={classes.words}>
        <div className={classes.top}>
          <StateBadge state={state} />
          <MoreMenu label={`More for ${card.name}`} withinPortal={false}>
            <Menu.Item component={Link} to={paths.event(card.slug)}>
              View event page
            </Menu.Item>
            <Menu.Item onClick={() => void copyLink(paths.event(card.slug))}>Copy link</Menu.Item>
            {card.cancelledAt === null && (
              <Menu.Item className="staffRemoval" onClick={onCancel}>
                Cancel the event
              </Menu.Item>
            )}
            <Menu.Item className="staffRemoval" onClick={onRemove}>
              Delete the event
            </Menu.Item>
          </MoreMenu>
        </div>
        <h2>
          <Link className={`touchLink ${classes.name}`} to={paths.eventOverview(card.id)}>
            {card.name}
          </Link>
        </h2>
        <p className={classes.when}>
          <time dateTime={card.startDatetime}>{whenWords(card)}</time>
          {card.location !== "" && <span>{card.location}</span>}
        </p>
        {card.attention > 0 && (
          <p className={classes.wanting}>
            <Link className="touchLink" to={`${paths.eventPage(card.id, "orders")}?attention=true`}>
              {card.attention === 1
                ? "1 thing needs attention"
                : `${countText(card.attention)} things need attention`}
            </Link>
          </p>
        )}
        <dl className={classes.figures}>
          <Fact name="Sold">{countText(card.sold)}</Fact>
          <Fact name="Places left">{placesLeftText(card)}</Fact>
          <Fact name="Revenue">{moneyWords(card)}</Fact>
          <Fact name="Arrived">
            {countText(card.arrivals)} of {countText(card.registrationCount)}
          </Fact>
        </dl>
        <div className={classes.actions}>
          {(["attendees", "tickets", "edit"] as const).map((part) => (
            <Link key={part} to={paths.eventPage(card.id, part)}>
              {partWords[part]}
              <span className="visuallyHidden">: {card.name}</span>
            </Link>
          ))}
          <button type="button" onClick={onCopy}>
            Copy event<span className="visuallyHidden"> {card.name}</span>
          </button>
        </div>
      </div>
    </article>
  );
}

const partWords = { attendees: "Attendees", tickets: "Tickets", edit: "Edit" };

function countText(number: number): string {
  return number.toLocaleString("en-US");
}

function moneyWords({ money, currency }: Card): string {
  if (money.length === 0) return formatMoney(0, currency);
  return money.map(({ amount, currency: moneyCurrency }) => formatMoney(amount, moneyCurrency)).join(" + ");
}

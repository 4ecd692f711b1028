import { Button, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { Badge } from "../../../ui/Badge.tsx";
import classes from "./Entry.module.css";

interface EntryProps {
  name: string;
  price: string;
  description: string;
  badge: { text: string; isGood: boolean } | null;
  isActive: boolean;
  /** What the switch does: "Sell VIP". */
  activeLabel: string;
  onActive: (isActive: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Entry(entry: EntryProps) {
  const { name, price, description, badge, isActive } = entry;
  return (
    <div className={classes.entry} data-inactive={!isActive || undefined}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <span className={classes.price}>{price}</span>
        {badge !== null && <Badge tone={badge.isGood ? "good" : "plain"}>{badge.text}</Badge>}
      </div>
      {description !== "" && <p className={classes.description}>{description}</p>}
      {entry.children}
      <div className={classes.actions}>
        <Switch
          label={isActive ? "Active" : "Inactive"}
          aria-label={`${isActive ? "Active" : "Inactive"}: ${entry.activeLabel}`}
          checked={isActive}
          onChange={({ currentTarget }) => entry.onActive(currentTarget.checked)}
        />
        <div className={classes.buttons}>
          {entry.actions}
          <Button variant="default" aria-label={`Edit ${name}`} onClick={entry.onEdit}>
            Edit
          </Button>
          <Button variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={entry.onRemove}>
            Delete
          </Button>
        </div>
      </div>
    </div>
  );
}

import { Button } from "@mantine/core";
import classes from "./Notice.module.css";

interface AttentionBarProps {
  count: number;
  /** Whether the list shows only these orders. */
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

export function AttentionBar({ count, isShown, onShow }: AttentionBarProps) {
  if (count === 0 && !isShown) return null;
  const words =
    count === 1 ? "1 order needs attention" : `${count.toLocaleString("en-US")} orders need attention`;
  return (
    <section className={classes.notice} aria-label="Needs attention" data-quiet={count === 0 || undefined}>
      <p>
        <strong>{count === 0 ? "No order needs attention any more" : words}</strong>
      </p>
      <Button variant="default" onClick={() => onShow(!isShown)}>
        {isShown ? "Show all orders" : "Show only these"}
      </Button>
    </section>
  );
}

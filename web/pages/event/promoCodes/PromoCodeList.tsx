import { Button } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { copyLink } from "../../../lib/copyLink.ts";
import { paths } from "../../../paths.ts";
import { discountWords } from "../../../words/discountWords.ts";
import { Entry } from "../list/Entry.tsx";
import { EntryList } from "../list/EntryList.tsx";
import type { ListPanel } from "../list/useListPanel.tsx";
import { codeUsesText, stateOf, ticketsWords, validityText } from "./promoCodeWords.ts";

interface PromoCodeListProps {
  event: Event;
  tickets: readonly Ticket[];
  codes: readonly PromoCode[];
  panel: ListPanel<PromoCode>;
}

export function PromoCodeList({ event, tickets, codes, panel }: PromoCodeListProps) {
  const act = useActsInTurn();
  return (
    <EntryList label="Promo codes">
      {codes.map((code) => {
        const validity = validityText(code, clocksOf(event));
        return (
          <Entry
            key={code.id}
            name={code.code}
            price={discountWords(code, event.currency) ?? "Full price"}
            description={ticketsWords(code, tickets)}
            badge={stateOf(code, new Date())}
            isActive={code.isActive}
            activeLabel={`Let ${code.code} be used`}
            onActive={(isActive) => void act(() => api.post("promoCode/save", { id: code.id, isActive }))}
            actions={
              <Button
                variant="default"
                aria-label={`Copy link with ${code.code}`}
                onClick={() => void copyLink(paths.event(event.slug, code.code))}
              >
                Copy link
              </Button>
            }
            onEdit={() => panel.edit(code)}
            onRemove={() => panel.remove(code)}
          >
            <p>
              {codeUsesText(code)}
              {validity !== null && ` · ${validity}`}
            </p>
          </Entry>
        );
      })}
    </EntryList>
  );
}

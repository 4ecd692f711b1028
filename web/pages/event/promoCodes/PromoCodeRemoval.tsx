import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import { api } from "../../../api/browser.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import type { RemovalProps } from "../list/useListPanel.tsx";

export function PromoCodeRemoval({ code, onRemoved, onClose }: RemovalProps & { code: PromoCode }) {
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${code.code}?`}
      confirmLabel="Delete the code"
      refusedBecause={refusalText(code)}
      onConfirm={async () => {
        await api.post("promoCode/remove", { promoCodeId: code.id }, { suppressFailure: true });
        await onRemoved();
      }}
      onCancel={onClose}
    >
      {code.sold + code.held > 0
        ? "It cannot be deleted, because tickets were bought or are being bought with it."
        : "Whoever has it or its link pays the full price from then on, and finds no hidden tickets."}
    </ConfirmDialog>
  );
}

function refusalText({ sold, held }: PromoCode): string | null {
  const alternative = "Switch it to inactive instead: then nobody can use it any more.";
  if (sold > 0)
    return `This code was used for ${sold === 1 ? "1 ticket" : `${sold.toLocaleString("en-US")} tickets`}. ${alternative}`;
  return held > 0 ? `Somebody is buying with this code at this moment. ${alternative}` : null;
}

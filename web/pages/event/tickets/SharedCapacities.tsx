import { Button, TextInput } from "@mantine/core";
import type { SharedCapacity } from "../../../../contract/shapes/sharedCapacity.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { api } from "../../../api/browser.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { takenText } from "../../../words/takenText.ts";
import entryClasses from "../list/Entry.module.css";
import { EntryList } from "../list/EntryList.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { useListPanel } from "../list/useListPanel.tsx";
import classes from "./SharedCapacities.module.css";

interface SharedCapacitiesProps {
  capacities: readonly SharedCapacity[];
  tickets: readonly Pick<Ticket, "id" | "title">[];
}

export function SharedCapacities({ capacities, tickets }: SharedCapacitiesProps) {
  const panel = useListPanel<SharedCapacity>({
    nameOf: ({ title }) => title,
    form: (edited, onSaved) => edited !== null && <CapacityForm capacity={edited} onSaved={onSaved} />,
    removal: ({ id, title }, { onRemoved, onClose }) => (
      <ConfirmDialog
        isOpen
        title={`Delete ${title}?`}
        confirmLabel="Delete the shared number"
        onConfirm={async () => {
          await api.post("sharedCapacity/remove", { sharedCapacityId: id }, { suppressFailure: true });
          await onRemoved();
        }}
        onCancel={onClose}
      >
        Its tickets stay on sale, each with only its own number of places. Sold tickets stay valid.
      </ConfirmDialog>
    ),
  });
  return (
    <section className={classes.shared} aria-labelledby="shared-heading">
      <h2 id="shared-heading">Shared places</h2>
      <EntryList label="Shared places">
        {capacities.map((capacity) => (
          <div key={capacity.id} className={entryClasses.entry}>
            <div className={entryClasses.head}>
              <h3>{capacity.title}</h3>
            </div>
            <StockBar sold={capacity.sold} held={capacity.held} left={capacity.left} />
            <p>{sharedByText(capacity, tickets)}</p>
            <div className={classes.actions}>
              <Button
                variant="default"
                aria-label={`Edit ${capacity.title}`}
                onClick={() => panel.edit(capacity)}
              >
                Edit
              </Button>
              <Button
                variant="subtle"
                color="red"
                aria-label={`Delete ${capacity.title}`}
                onClick={() => panel.remove(capacity)}
              >
                Delete
              </Button>
            </div>
          </div>
        ))}
      </EntryList>
      {panel.dialogs}
    </section>
  );
}

interface CapacityFormProps {
  capacity: SharedCapacity;
  onSaved: () => void | Promise<void>;
}

function CapacityForm({ capacity, onSaved }: CapacityFormProps) {
  const taken = capacity.sold + capacity.held;
  const form = useStaffForm({
    initialValues: { title: capacity.title, maxPlaces: String(capacity.maxPlaces) },
    validate: ({ title, maxPlaces }) => {
      const problems: Record<string, string> = {};
      if (title.trim() === "") problems.title = "Say what is shared, such as Main hall.";
      const places = wholeNumberOf(maxPlaces);
      if (places === null)
        problems.maxPlaces = "Enter how many places there are together, as a whole number.";
      else if (places < taken) problems.maxPlaces = `${takenText(taken)}, so there cannot be fewer.`;
      return problems;
    },
  });
  return (
    <StaffForm
      form={form}
      label="Shared places"
      buttons={[{ label: "Save the shared number" }]}
      save={({ title, maxPlaces }, options) =>
        api.post(
          "sharedCapacity/save",
          { id: capacity.id, title, maxPlaces: wholeNumberOf(maxPlaces) ?? 0 },
          options,
        )
      }
      onSaved={onSaved}
    >
      <TextInput label="What is shared" required maxLength={200} {...form.getInputProps("title")} />
      <TextInput
        label="How many places together"
        required
        inputMode="numeric"
        autoComplete="off"
        description={taken > 0 ? takenText(taken) : undefined}
        {...form.getInputProps("maxPlaces")}
      />
    </StaffForm>
  );
}

function sharedByText({ ticketIds }: SharedCapacity, tickets: SharedCapacitiesProps["tickets"]): string {
  const titles = tickets.filter(({ id }) => ticketIds.includes(id)).map(({ title }) => title);
  return titles.length === 0 ? "No ticket shares it." : `Shared by ${titles.join(", ")}`;
}

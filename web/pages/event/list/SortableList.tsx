import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/icons/icons.tsx";
import { moveEntry } from "./moveEntry.ts";
import classes from "./SortableList.module.css";

interface Entry {
  key: string;
  name: string;
}

interface SortableListProps<E extends Entry> {
  label: string;
  entries: readonly E[];
  onMove: (entries: E[]) => void;
  children: (entry: E, index: number) => ReactNode;
}

export function SortableList<E extends Entry>({ label, entries, onMove, children }: SortableListProps<E>) {
  const [message, setMessage] = useState("");
  /** Whether the picked-up entry has left its own place. */
  const hasLeft = useRef(false);
  const sensors = useSensors(
    // Without a distance, each press of the handle would begin a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function move(from: number, to: number): void {
    const entry = entries[from];
    if (entry === undefined || to < 0 || to >= entries.length || from === to) return;
    setMessage(`${entry.name} is now ${to + 1} of ${entries.length}.`);
    onMove(moveEntry(entries, from, to));
  }
  const nameOf = (key: unknown) => entries.find((entry) => entry.key === key)?.name ?? "";
  const placeOf = (key: unknown) =>
    `${entries.findIndex((entry) => entry.key === key) + 1} of ${entries.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasLeft.current = false;
      return `Picked up ${nameOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // The first call is about the entry's own place. Its message would replace "Picked up".
      hasLeft.current ||= over?.id !== active.id;
      return over === null || !hasLeft.current
        ? undefined
        : `${nameOf(active.id)} is over place ${placeOf(over.id)}.`;
    },
    // The move is announced once the entry is at its new place.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  };
  function moveDropped({ active, over }: DragEndEvent): void {
    const indexOf = (key: unknown) => entries.findIndex((entry) => entry.key === key);
    if (over !== null) move(indexOf(active.id), indexOf(over.id));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={moveDropped}
      accessibility={{ announcements, screenReaderInstructions }}
    >
      <SortableContext items={entries.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className={classes.list} aria-label={label}>
          {entries.map((entry, index) => (
            <SortableEntry
              key={entry.key}
              entry={entry}
              index={index}
              isLast={index === entries.length - 1}
              onMove={(offset) => move(index, index + offset)}
            >
              {children(entry, index)}
            </SortableEntry>
          ))}
        </ol>
      </SortableContext>
      <p className="visuallyHidden" role="status">
        {message}
      </p>
    </DndContext>
  );
}

const screenReaderInstructions = {
  draggable:
    "Press space to pick it up, the arrow keys to move it, space again to drop it, escape to cancel.",
};

interface SortableEntryProps {
  entry: Entry;
  index: number;
  isLast: boolean;
  onMove: (offset: 1 | -1) => void;
  children: ReactNode;
}

function SortableEntry({ entry: { key, name }, index, isLast, onMove, children }: SortableEntryProps) {
  const isFirst = index === 0;
  const { attributes, listeners, node, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key });

  // The button that moved the entry keeps the focus, so it has to stay in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the entry has another place.
  useEffect(() => {
    if (node.current?.contains(document.activeElement)) node.current.scrollIntoView({ block: "nearest" });
  }, [index]);
  return (
    <li
      ref={setNodeRef}
      className={classes.entry}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.order}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className={classes.handle}
          aria-label={`Drag ${name}`}
        >
          <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d="M8 4h3v3H8zM13 4h3v3h-3zM8 10.5h3v3H8zM13 10.5h3v3h-3zM8 17h3v3H8zM13 17h3v3h-3z" />
          </svg>
        </button>
        {/* The buttons stay enabled at the list's ends, because a disabled button would lose the focus. */}
        <button
          type="button"
          aria-label={`Move ${name} up`}
          aria-disabled={isFirst}
          title={isFirst ? "It is the first" : undefined}
          onClick={() => onMove(-1)}
        >
          <Icon size={18} strokeWidth={2}>
            <path d="m6 14 6-6 6 6" />
          </Icon>
        </button>
        <button
          type="button"
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          title={isLast ? "It is the last" : undefined}
          onClick={() => onMove(1)}
        >
          <Icon size={18} strokeWidth={2}>
            <path d="m6 10 6 6 6-6" />
          </Icon>
        </button>
      </div>
      <div className={classes.content}>{children}</div>
    </li>
  );
}

/**
 * Nobody loses what they have typed: who leaves a page or closes a panel with changes is asked first. The router knows
 * one blocker a page, so forms only say whether they have changed; the guard around the page asks.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { session } from "../stores/session.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type IsChanged = () => boolean;

/** What is asked of who leaves. */
interface Question {
  title: string;
  /** What leaving would mean. */
  text: string;
  /** The act itself. */
  leave: string;
}

const unsaved: Question = {
  title: "Leave without saving?",
  text: "What you have changed here is not saved yet, and would be lost.",
  leave: "Leave without saving",
};

/** What forms and panels know of the guard around them. */
interface Leaving {
  /** Has a form watched; call what is returned when it is gone. What is no form asks in its own words. */
  watch(isChanged: IsChanged, question?: Question): () => void;
  /** Whether anything watched here has changed. */
  isChanged(): boolean;
  /** Asks whether changes may be lost. */
  confirm(): Promise<boolean>;
}

const LeavingContext = createContext<Leaving | null>(null);

/** The guard around. */
export function useLeaving(): Leaving {
  const leaving = useContext(LeavingContext);
  if (leaving === null) throw new Error("A form of staff stands in a StaffPage (web/ui/StaffPage.tsx).");
  return leaving;
}

/** The guard of a page: of its links, of the browser's back button, and of closing the tab. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const watched = useRef<Watched>(new Map());
  const [asked, setAsked] = useState<((mayLeave: boolean) => void) | null>(null);
  const leaving = useMemo<Leaving>(
    () => ({
      ...watchedIn(watched.current),
      confirm: () => new Promise((resolve) => setAsked(() => resolve)),
    }),
    [],
  );
  // Who was signed out is on the way to signin: staying would not save anything.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && session.get() !== null && leaving.isChanged(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (leaving.isChanged()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [leaving]);

  function answer(mayLeave: boolean): void {
    asked?.(mayLeave);
    setAsked(null);
    if (blocker.state !== "blocked") return;
    if (mayLeave) blocker.proceed();
    else blocker.reset();
  }

  const question = [...watched.current].find(([isChanged]) => isChanged())?.[1] ?? unsaved;
  return (
    <LeavingContext value={leaving}>
      {children}
      <ConfirmDialog
        isOpen={asked !== null || blocker.state === "blocked"}
        title={question.title}
        confirmLabel={question.leave}
        cancelLabel="Stay here"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        {question.text}
      </ConfirmDialog>
    </LeavingContext>
  );
}

/** A part of a page that can be closed by itself, such as a panel: it asks for its own forms only. */
export function useLeavingPart(): { part: Leaving; mayClose(): Promise<boolean> } {
  const around = useLeaving();
  const watched = useRef<Watched>(new Map());
  return useMemo(() => {
    const own = watchedIn(watched.current);
    const part: Leaving = {
      watch: (isChanged, question) => {
        const ends = [own.watch(isChanged, question), around.watch(isChanged, question)];
        return () => {
          for (const end of ends) end();
        };
      },
      isChanged: own.isChanged,
      confirm: around.confirm,
    };
    return { part, mayClose: async () => !own.isChanged() || (await around.confirm()) };
  }, [around]);
}

/** Stands around what is in such a part. */
export const LeavingPart = LeavingContext;

type Watched = Map<IsChanged, Question>;

function watchedIn(watched: Watched): Pick<Leaving, "watch" | "isChanged"> {
  return {
    watch: (isChanged, question = unsaved) => {
      watched.set(isChanged, question);
      return () => watched.delete(isChanged);
    },
    isChanged: () => [...watched.keys()].some((isChanged) => isChanged()),
  };
}

/**
 * Asks before a page is left or a panel is closed with unsaved changes. The router allows one blocker per page, so
 * forms only report whether they have changed, and the guard around the page asks.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { session } from "../stores/session.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type IsChanged = () => boolean;

/** The question before leaving. */
interface Question {
  title: string;
  /** The consequence of leaving. */
  text: string;
  /** The label of the button that leaves. */
  leave: string;
}

const unsaved: Question = {
  title: "Leave without saving?",
  text: "Your changes are not saved and would be lost.",
  leave: "Leave without saving",
};

/** The guard as forms and panels use it. */
interface Leaving {
  /** Watches a form; call the returned function when it is gone. A part that is not a form passes its own question. */
  watch(isChanged: IsChanged, question?: Question): () => void;
  /** Whether a watched form has changed. */
  isChanged(): boolean;
  /** Asks whether the changes may be lost. */
  confirm(): Promise<boolean>;
}

const LeavingContext = createContext<Leaving | null>(null);

/** The guard of the surrounding page. */
export function useLeaving(): Leaving {
  const leaving = useContext(LeavingContext);
  if (leaving === null) throw new Error("A form of staff stands in a StaffPage (web/ui/StaffPage.tsx).");
  return leaving;
}

/** The guard of a page: for its links, the browser's Back button, and closing the tab. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const watched = useRef<Watched>(new Map());
  const [asking, setAsking] = useState<((mayLeave: boolean) => void) | null>(null);
  const leaving = useMemo<Leaving>(
    () => ({
      ...watchedIn(watched.current),
      confirm: () => new Promise((resolve) => setAsking(() => resolve)),
    }),
    [],
  );
  // After a sign-out the browser is on the way to signin, and staying would save nothing.
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
    asking?.(mayLeave);
    setAsking(null);
    if (blocker.state !== "blocked") return;
    if (mayLeave) blocker.proceed();
    else blocker.reset();
  }

  const question = [...watched.current].find(([isChanged]) => isChanged())?.[1] ?? unsaved;
  return (
    <LeavingContext value={leaving}>
      {children}
      <ConfirmDialog
        isOpen={asking !== null || blocker.state === "blocked"}
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

/** A part of a page that closes by itself, such as a panel. It asks only for its own forms. */
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

/** The provider around the content of such a part. */
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

/**
 * The router allows one blocker per page, so forms only report whether they have changed, and the guard around the page
 * asks.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { session } from "../stores/session.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type IsChanged = () => boolean;

interface Question {
  title: string;
  text: string;
  /** The label of the button that leaves. */
  leave: string;
}

const unsavedQuestion: Question = {
  title: "Leave without saving?",
  text: "Your changes are not saved and would be lost.",
  leave: "Leave without saving",
};

interface Leaving {
  /** Watches a form until the returned function is called. */
  watch(isChanged: IsChanged, question?: Question): () => void;
  isChanged(): boolean;
  /** Asks whether the changes may be lost. */
  confirm(): Promise<boolean>;
}

const LeavingContext = createContext<Leaving | null>(null);

export function useLeaving(): Leaving {
  const leaving = useContext(LeavingContext);
  if (leaving === null) throw new Error("A staff form must be inside a StaffPage (web/ui/StaffPage.tsx).");
  return leaving;
}

/** With unsaved changes, signed-in users are asked before the path changes, and all before the document is left. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const watched = useRef<Watched>(new Map());
  const [resolveConfirm, setResolveConfirm] = useState<((mayLeave: boolean) => void) | null>(null);
  const leaving = useMemo<Leaving>(
    () => ({
      ...watchedIn(watched.current),
      confirm: () => new Promise((resolve) => setResolveConfirm(() => resolve)),
    }),
    [],
  );
  // After a sign-out, staying would save nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && session.get() !== null && leaving.isChanged(),
  );
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (leaving.isChanged()) event.preventDefault();
    };
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [leaving]);

  function answer(mayLeave: boolean): void {
    resolveConfirm?.(mayLeave);
    setResolveConfirm(null);
    if (blocker.state !== "blocked") return;
    if (mayLeave) blocker.proceed();
    else blocker.reset();
  }

  const question = [...watched.current].find(([isChanged]) => isChanged())?.[1] ?? unsavedQuestion;
  return (
    <LeavingContext value={leaving}>
      {children}
      <ConfirmDialog
        isOpen={resolveConfirm !== null || blocker.state === "blocked"}
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

/** A part of a page, such as a panel, asks about its own forms when it is closed. */
export function useLeavingPart(): { part: Leaving; mayClose(): Promise<boolean> } {
  const pageGuard = useLeaving();
  const watched = useRef<Watched>(new Map());
  return useMemo(() => {
    const ownForms = watchedIn(watched.current);
    const part: Leaving = {
      watch: (isChanged, question) => {
        const stopFunctions = [ownForms.watch(isChanged, question), pageGuard.watch(isChanged, question)];
        return () => {
          for (const stop of stopFunctions) stop();
        };
      },
      isChanged: ownForms.isChanged,
      confirm: pageGuard.confirm,
    };
    return { part, mayClose: async () => !ownForms.isChanged() || (await pageGuard.confirm()) };
  }, [pageGuard]);
}

/** The provider around the content of such a part. */
export const LeavingPart = LeavingContext;

type Watched = Map<IsChanged, Question>;

function watchedIn(watched: Watched): Pick<Leaving, "watch" | "isChanged"> {
  return {
    watch: (isChanged, question = unsavedQuestion) => {
      watched.set(isChanged, question);
      return () => watched.delete(isChanged);
    },
    isChanged: () => [...watched.keys()].some((isChanged) => isChanged()),
  };
}

import { useStore } from "../../../stores/useStore.ts";
import "../../../theme/fixedTokens.css";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { saleUndoMs } from "../../../../contract/rules/door/saleUndo.ts";
import type { DoorRight } from "../../../../contract/shapes/door/door.ts";
import { keyWedge } from "../../../door/camera/keyWedge.ts";
import type { DoorClient, DoorState } from "../../../door/device.ts";
import type { SaleFacts } from "../../../door/saleFacts.ts";
import { keepAwake } from "../../../lib/keepAwake.ts";
import { OldBrowserNotice } from "../../../ui/TooOld.tsx";
import { DoorSign } from "../DoorSign.tsx";
import { SaleNotice } from "../sale/SaleNotice.tsx";
import { SaleSheet } from "../sale/SaleSheet.tsx";
import { useLastSale } from "../sale/useLastSale.ts";
import { restoreSilence, signal, wakeSound } from "../signals.ts";
import { ActsSheet } from "./ActsSheet.tsx";
import { CameraView, type StartCamera } from "./CameraView.tsx";
import { DoorMenu } from "./DoorMenu.tsx";
import { DoorStatus } from "./DoorStatus.tsx";
import { createDoorDesk } from "./doorDesk.ts";
import { PracticeBar } from "./PracticeBar.tsx";
import { Problems } from "./Problems.tsx";
import classes from "./Scanner.module.css";
import { SearchSheet } from "./SearchSheet.tsx";
import { Corrections } from "./Surprises.tsx";
import { offeredForMs, UndoBar } from "./UndoBar.tsx";
import { VerdictCard } from "./verdict/VerdictCard.tsx";

type SheetName = "search" | "sell" | "acts" | "menu";

export interface Practice {
  isOn: boolean;
  set: (isOn: boolean) => void;
}

interface ScannerProps {
  device: DoorClient;
  practice: Practice;
  startCamera: StartCamera;
  readFacts: () => Promise<SaleFacts>;
  leave: { label: string; words: string; onLeave: () => Promise<void> | void };
}

export function Scanner({ device, practice, startCamera, readFacts, leave }: ScannerProps) {
  const state = useSyncExternalStore(device.subscribe, device.state);
  const [desk] = useState(() => createDoorDesk({ device, signal, now: () => Date.now() }));
  const lastSale = useLastSale(device, desk);
  const { shown, ticked, chosen, acts, latest, trouble } = useStore(desk.store);
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  const { door } = state;
  const can = (right: DoorRight) => door?.rights.includes(right) ?? false;
  const act = acts.find(({ key, isUndone }) => key === latest && !isUndone);
  const isStopped = state.problem === "storageFull" || state.problem === "storageLost";
  const open = (name: SheetName) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setSheet(name);
  };
  const close = () => setSheet(null);
  const isInterrupted = state.surprises.length > 0;
  const isCovered = shown !== null || sheet !== null || isInterrupted;
  useFocusAtScanner(!isCovered, opener);
  // While money is counted or a message must be seen first, codes are ignored.
  const isScanning = can("scan") && !isStopped && sheet !== "sell" && !isInterrupted;
  const onCode = (text: string) => {
    if (!isScanning) return;
    void desk.scanCode(text).then((isNew) => {
      if (isNew) setSheet(null);
    });
  };
  useEffect(() => {
    // A code that is held to the camera now is not scanned, so the last welcome must not look like its verdict.
    if (isStopped) desk.dismiss();
  }, [isStopped, desk]);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  useEffect(() => {
    const hasOldCodes = () => device.state().hasOldCodes;
    return listenToScans((text) => latestOnCode.current(text), hasOldCodes);
  }, [device]);
  useEffect(() => device.subscribe(() => void desk.fill()), [device, desk]);
  useEffect(() => void desk.restore().catch((error: unknown) => console.error(error)), [desk]);
  const { outcome } = lastSale;
  const hasOutcome = outcome !== null && outcome.kind !== "unanswered" && outcome.kind !== "another";
  const saleNotice = (state.sale !== null || hasOutcome) && (
    <SaleNotice
      sale={state.sale}
      outcome={outcome}
      clocks={door?.event ?? { timeZone: "UTC" }}
      onAskAgain={lastSale.askAgain}
      onGiveUp={lastSale.giveUp}
      onUndo={lastSale.undo}
      onSeen={lastSale.seen}
    />
  );
  const { undoable } = lastSale;
  const saleUndoBar = undoable && (
    <UndoBar
      key={undoable.sale.key}
      actKey={undoable.sale.at}
      words={sheet === "sell" ? "Was this sale a mistake?" : `${undoable.sale.what} sold`}
      at={undoable.sale.at}
      lastsMs={saleUndoMs}
      isBusy={undoable.isBusy}
      onUndo={() => lastSale.undo(undoable.sale)}
      onOver={() => lastSale.forgetUndo(undoable.sale)}
    />
  );
  // An undo may close the shown card, which must stay while guests are ticked on it.
  const undoBar = act && can("undo") && ticked.length === 0 && (
    <UndoBar
      key={act.key}
      actKey={act.key}
      words={`${act.words} ${act.what === "in" ? "let in" : "handed over"}`}
      at={act.at}
      lastsMs={offeredForMs}
      onUndo={() => void desk.undo(act.key)}
      onOver={() => desk.forgetLatest(act.key)}
    />
  );

  return (
    <div className={classes.door} onPointerDown={wakeSound}>
      {/* A copy of the page's own notice, which this view covers. Screen readers read the page's. */}
      <div aria-hidden="true">
        <OldBrowserNotice />
      </div>
      {practice.isOn ? (
        <PracticeBar onEnd={() => practice.set(false)} />
      ) : (
        <DoorStatus state={state} onSync={() => void device.syncNow()} />
      )}
      <main className={classes.stage}>
        <div className={classes.under} inert={isCovered}>
          <header className={classes.head}>
            <div className={classes.where}>
              <h1>{door === null ? "Scan tickets" : door.gate || "Scan tickets"}</h1>
              <p>{door?.event.name}</p>
            </div>
            <ArrivedCount state={state} />
            <button
              type="button"
              className={classes.menu}
              aria-label="Menu: sound, colours, practice, leave"
              onClick={() => open("menu")}
            >
              <DoorSign name="menu" />
            </button>
          </header>
          <Problems
            state={state}
            trouble={shown === null ? trouble : null}
            onDismiss={() => desk.dismiss()}
          />
          {sheet !== "sell" && saleNotice}
          <div className={classes.view}>
            {can("scan") && !isStopped ? null : (
              <p className={classes.noCamera}>
                {state.problem === "storageLost"
                  ? "Nothing is scanned until this page is loaded again."
                  : isStopped
                    ? "Nothing is scanned until there is free storage on this device."
                    : door === null
                      ? state.isOnline
                        ? "Loading the event…"
                        : "Go online once to load the event."
                      : "This link cannot scan. Use the buttons below."}
              </p>
            )}
          </div>
          {shown === null && sheet !== "sell" && (undoBar || saleUndoBar) && (
            <div className={classes.undo}>{undoBar || saleUndoBar}</div>
          )}
          <nav className={classes.bar} aria-label="Door">
            {can("search") && (
              <button type="button" onClick={() => open("search")}>
                <DoorSign name="search" />
                Search
              </button>
            )}
            {can("sell") && (
              <button type="button" onClick={() => open("sell")}>
                <DoorSign name="sell" />
                Sell
              </button>
            )}
            <button type="button" onClick={() => open("acts")}>
              <DoorSign name="list" />
              Recent
            </button>
          </nav>
        </div>
        {can("scan") && !isStopped && (
          <div
            className={classes.camera}
            data-small={shown !== null || undefined}
            inert={sheet !== null || isInterrupted}
          >
            <CameraView
              startCamera={startCamera}
              hasOldCodes={state.hasOldCodes}
              onCode={onCode}
              isSmall={shown !== null}
            />
          </div>
        )}
        {shown !== null && door !== null && (
          <VerdictCard
            key={shown.key}
            shown={shown}
            door={door}
            desk={desk}
            ticked={ticked}
            chosen={chosen}
            acts={acts}
            trouble={trouble}
            isHidden={sheet !== null || isInterrupted}
          >
            {undoBar}
          </VerdictCard>
        )}
        <div inert={isInterrupted}>
          {sheet === "search" && door !== null && (
            <SearchSheet
              device={device}
              door={door}
              hasOldCodes={state.hasOldCodes}
              onClose={close}
              onCode={onCode}
              onChoose={(attendeeId) => {
                setSheet(null);
                void desk.choose(attendeeId);
              }}
            />
          )}
          {sheet === "sell" && door !== null && (
            <SaleSheet
              door={door}
              state={state}
              readFacts={readFacts}
              readTill={device.till}
              onSell={lastSale.sell}
              onMissed={lastSale.show}
              onClose={close}
              isPractice={practice.isOn}
              notice={saleNotice || null}
              undoBar={saleUndoBar}
              undoTriedKey={lastSale.undoTriedKey}
            />
          )}
          {sheet === "acts" && door !== null && (
            <ActsSheet
              acts={acts}
              door={door}
              mayUndo={can("undo")}
              onUndo={(key) => void desk.undo(key)}
              onClose={close}
            />
          )}
          {sheet === "menu" && <DoorMenu leave={leave} state={state} practice={practice} onClose={close} />}
        </div>
        <Corrections state={state} onDismiss={(surprise) => device.dismissCorrection(surprise)} />
      </main>
    </div>
  );
}

/**
 * Moves a lost focus to the sheet's opener or the bar. Covered elements are inert and lose the focus, so this runs
 * after each render.
 */
function useFocusAtScanner(isFree: boolean, opener: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isFree || document.activeElement !== document.body) return;
    const known = opener.current?.isConnected ? opener.current : null;
    const target = known ?? document.querySelector<HTMLElement>("nav[aria-label=Door] button");
    target?.focus({ preventScroll: true });
    opener.current = null;
  });
}

function ArrivedCount({ state: { arrived, expected, copy } }: { state: DoorState }) {
  const expectedText = copy.isWhole ? ` of ${expected.toLocaleString("en-US")}` : "";
  return (
    <p className={classes.arrived}>
      <strong>{arrived.toLocaleString("en-US")}</strong>
      <span className={classes.of}>{expectedText}</span> in
    </p>
  );
}

function listenToScans(onScan: (text: string) => void, hasOldCodes: () => boolean): () => void {
  restoreSilence();
  const readKey = keyWedge(hasOldCodes);
  const allowSleep = keepAwake();
  const onKey = (event: KeyboardEvent) => {
    const input = readKey({ key: event.key, atMs: event.timeStamp });
    if (input.kind === "typing") return;
    // Only after the last key: opening the sound may take longer than a scanner's pause between two keys.
    if (input.kind === "scan") wakeSound();
    // A scanner's keys must not press the focused button. In a one-line field, spaces of a fast typist must stay.
    const isField = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (input.kind === "scan" || (event.key === " " && !isField)) event.preventDefault();
    if (input.kind === "scan") onScan(input.text);
  };
  addEventListener("keydown", onKey, true);
  // On touch screens some browsers allow sound only after the end of a tap.
  addEventListener("click", wakeSound, true);
  return () => {
    removeEventListener("keydown", onKey, true);
    removeEventListener("click", wakeSound, true);
    allowSleep();
  };
}

import type {
  ActionStrings,
  BranchStrings,
  EarlierStrings,
  SearchStrings,
} from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { germanChatStrings } from "./chat.ts";
import {
  countGerman,
  formatGermanMoney,
  formatGermanNumber,
  formatGermanPercent,
} from "./format.ts";

export const germanActionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === germanChatStrings.authors.user ? "eigene Nachricht" : `Nachricht von ${author}`;
    return `Aktionen für ${message}${text === "" ? "" : `: ${text}`}`;
  },
  copy: "Nachricht kopieren",
  copied: "Kopiert",
  copyFailed: "Kopieren nicht möglich. Der Browser hat es blockiert.",
  edit: "Nachricht bearbeiten",
  save: "Senden",
  cancel: "Abbrechen",
  regenerate: "Neu generieren",
  readAloud: "Vorlesen",
  stopReading: "Vorlesen beenden",
  readAloudFailed: "Vorlesen nicht möglich.",
  thumbsUp: "Gute Antwort",
  thumbsDown: "Schlechte Antwort",
  export: "Unterhaltung herunterladen",
  fileName: "unterhaltung",
  stillResponding: "Bitte warten, bis die Antwort fertig ist.",
  actionFailed: "Etwas ist schiefgelaufen. Bitte erneut versuchen.",
};

export const germanBranchStrings: BranchStrings = {
  version: (position, count) =>
    `Version ${formatGermanNumber(position)} von ${formatGermanNumber(count)}`,
  position: (position, count) => `${formatGermanNumber(position)} / ${formatGermanNumber(count)}`,
  previous: "Vorherige Version",
  next: "Nächste Version",
};

export const germanEarlierStrings: EarlierStrings = {
  load: "Frühere Nachrichten laden",
  loadLater: "Spätere Nachrichten laden",
  loading: "Frühere Nachrichten werden geladen …",
  failed: "Frühere Nachrichten konnten nicht geladen werden.",
  loaded: (count, isAll) => {
    const loaded = `${countGerman(count, "frühere Nachricht", "frühere Nachrichten")} geladen.`;
    return isAll ? `${loaded} Hier beginnt die Unterhaltung.` : loaded;
  },
};

export const germanSearchStrings: SearchStrings = {
  label: "In der Unterhaltung suchen",
  position: (position, count) => `${formatGermanNumber(position)} von ${formatGermanNumber(count)}`,
  none: "Keine Treffer",
  previous: "Vorheriger Treffer",
  next: "Nächster Treffer",
  close: "Suche schließen",
};

export const germanWorkStrings: WorkStrings = {
  toolCalls: (count) => countGerman(count, "Tool-Aufruf", "Tool-Aufrufe"),
  toolLabels: (labels) => labels.join(", "),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `${formatGermanNumber(done)} fertig`,
      running && `${formatGermanNumber(running)} in Arbeit`,
      waiting && `${countGerman(waiting, "wartet", "warten")} auf Rückmeldung`,
      warning && `${formatGermanNumber(warning)} mit Fehlermeldung`,
      failed && `${formatGermanNumber(failed)} fehlgeschlagen`,
      unfinished && `${formatGermanNumber(unfinished)} unterbrochen`,
      denied && `${formatGermanNumber(denied)} abgelehnt`,
    ]
      .filter(Boolean)
      .join(", "),
  moreWaitingCalls: (count) =>
    `${countGerman(count, "weiterer Tool-Aufruf wartet", "weitere Tool-Aufrufe warten")} auf Rückmeldung.`,
  steps: (count) => countGerman(count, "Schritt", "Schritte"),
  usageOfRun: "Letzte Antwort",
  usageOfThread: "Unterhaltung",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `${formatGermanNumber(input)} Eingabe- · ${formatGermanNumber(output)} Ausgabe-Token`
      : `${formatGermanNumber(total)} Token`,
  cost: (amount, currency, isComplete) => {
    const text = formatGermanMoney(amount, currency);
    return isComplete ? text : `mindestens ${text}`;
  },
  usage: (tokens, cost) => `${tokens} · ${cost}`,
  progress: "Fortschritt",
  share: (share) => formatGermanPercent(share),
  progressOf: (done, total) => `${formatGermanNumber(done)} von ${formatGermanNumber(total)}`,
  sources: "Quellen",
  moreSources: (count) => countGerman(count, "weitere Quelle", "weitere Quellen"),
};

import type { ActionStrings, BranchStrings, EarlierStrings } from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { chatStrings } from "./chat.ts";
import { counted, money, number, percent } from "./format.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === chatStrings.authors.user ? "eigene Nachricht" : `Nachricht von ${author}`;
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

export const branchStrings: BranchStrings = {
  version: (position, count) => `Version ${number(position)} von ${number(count)}`,
  position: (position, count) => `${number(position)} / ${number(count)}`,
  previous: "Vorherige Version",
  next: "Nächste Version",
};

export const earlierStrings: EarlierStrings = {
  load: "Frühere Nachrichten laden",
  loadLater: "Spätere Nachrichten laden",
  loading: "Frühere Nachrichten werden geladen …",
  failed: "Frühere Nachrichten konnten nicht geladen werden.",
  loaded: (count, isAll) => {
    const loaded = `${counted(count, "frühere Nachricht", "frühere Nachrichten")} geladen.`;
    return isAll ? `${loaded} Hier beginnt die Unterhaltung.` : loaded;
  },
};

export const workStrings: WorkStrings = {
  toolCalls: (count) => counted(count, "Tool-Aufruf", "Tool-Aufrufe"),
  toolLabels: (labels) => labels.join(", "),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `${number(done)} fertig`,
      running && `${number(running)} in Arbeit`,
      waiting && `${counted(waiting, "wartet", "warten")} auf Rückmeldung`,
      warning && `${number(warning)} mit Fehlermeldung`,
      failed && `${number(failed)} fehlgeschlagen`,
      unfinished && `${number(unfinished)} unterbrochen`,
      denied && `${number(denied)} abgelehnt`,
    ]
      .filter(Boolean)
      .join(", "),
  steps: (count) => counted(count, "Schritt", "Schritte"),
  usageOfRun: "Letzte Antwort",
  usageOfThread: "Unterhaltung",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `${number(input)} Eingabe- · ${number(output)} Ausgabe-Token`
      : `${number(total)} Token`,
  cost: (amount, currency, isComplete) => {
    const text = money(amount, currency);
    return isComplete ? text : `mindestens ${text}`;
  },
  usage: (tokens, cost) => `${tokens} · ${cost}`,
  progress: "Fortschritt",
  share: (share) => percent(share),
  progressOf: (done, total) => `${number(done)} von ${number(total)}`,
  moreSources: (count) => counted(count, "weitere Quelle", "weitere Quellen"),
};

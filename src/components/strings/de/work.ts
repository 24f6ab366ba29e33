import type { CompletionStrings } from "../completionStrings.ts";
import type { DictationStrings } from "../dictationStrings.ts";
import { moneyIn } from "../money.ts";
import type { WorkStrings } from "../workStrings.ts";
import { counted, number } from "./count.ts";

export const completionStrings: CompletionStrings = {
  count: (count) => counted(count, "Vorschlag", "Vorschläge"),
  nothing: "Keine Ergebnisse",
  loading: "Suche läuft …",
  failed: "Suche fehlgeschlagen. Bitte weiterschreiben oder ein anderes Wort versuchen.",
  notDone: (name) => `„${name}“ ist fehlgeschlagen. Bitte erneut versuchen.`,
  kept: (text) => `„${text}“ ist gespeichert und erscheint wieder, sobald das Feld leer ist.`,
};

export const dictationStrings: DictationStrings = {
  label: "Diktieren",
  listening: "Aufnahme läuft … der Text erscheint hier.",
  ended: "Diktat beendet",
  notAllowed: "Der Mikrofonzugriff ist blockiert. Bitte in den Browsereinstellungen erlauben.",
  noMicrophone: "Kein Mikrofon gefunden, oder eine andere App verwendet es.",
  notSupported: "Diktieren ist in diesem Browser oder in dieser Sprache nicht verfügbar.",
  network: "Zum Diktieren ist eine Internetverbindung nötig.",
  other: "Diktat unterbrochen. Bitte erneut versuchen.",
};

const percent = new Intl.NumberFormat("de", { style: "percent" });

export const workStrings: WorkStrings = {
  toolCalls: (count) => counted(count, "Tool-Aufruf", "Tool-Aufrufe"),
  toolNames: (names) => names.join(", "),
  toolCallCounts: ({ running, waiting, done, failed, denied }) =>
    [
      done && `${number(done)} fertig`,
      running && `${number(running)} in Arbeit`,
      waiting && `${counted(waiting, "wartet", "warten")} auf Rückmeldung`,
      failed && `${number(failed)} fehlgeschlagen`,
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
    const money = moneyIn("de", amount, currency);
    return isComplete ? money : `mindestens ${money}`;
  },
  usage: (tokens, cost) => `${tokens} · ${cost}`,
  progress: "Fortschritt",
  share: (share) => percent.format(share),
  counted: (done, total) => `${number(done)} von ${number(total)}`,
  moreSources: (count) => counted(count, "weitere Quelle", "weitere Quellen"),
};

import type { CompletionStrings } from "../completionStrings.ts";
import type { DictationStrings } from "../dictationStrings.ts";
import { moneyIn } from "../money.ts";
import type { WorkStrings } from "../workStrings.ts";
import { counted, number } from "./count.ts";

export const completionStrings: CompletionStrings = {
  count: (count) => counted(count, "Vorschlag", "Vorschläge"),
  nothing: "Nichts gefunden",
  loading: "Suche läuft …",
  failed: "Die Suche ist fehlgeschlagen. Weiterschreiben oder ein anderes Wort versuchen.",
  notDone: (name) => `${name} hat nicht funktioniert. Bitte erneut versuchen.`,
  kept: (text) => `„${text}“ kommt zurück, sobald das Feld leer ist.`,
};

export const dictationStrings: DictationStrings = {
  label: "Diktieren",
  listening: "Aufnahme läuft. Gesprochenes wird hier geschrieben.",
  ended: "Diktat beendet",
  notAllowed:
    "Das Mikrofon darf nicht verwendet werden. In den Einstellungen des Browsers lässt es sich freigeben.",
  noMicrophone: "Es gibt kein Mikrofon, oder ein anderes Programm verwendet es.",
  notSupported: "Diktieren ist in diesem Browser oder in dieser Sprache nicht möglich.",
  network: "Zum Diktieren ist ein Netz nötig. Bitte Verbindung prüfen und erneut versuchen.",
  other: "Das Diktat ist abgebrochen. Bitte erneut versuchen.",
};

const percent = new Intl.NumberFormat("de", { style: "percent" });

export const workStrings: WorkStrings = {
  toolCalls: (count) => counted(count, "Tool-Aufruf", "Tool-Aufrufe"),
  toolNames: (names) => names.join(", "),
  toolCallCounts: ({ running, waiting, done, failed, denied }) =>
    [
      done && `${number(done)} fertig`,
      running && `${number(running)} in Arbeit`,
      waiting && `${number(waiting)} wartend`,
      failed && `${number(failed)} fehlgeschlagen`,
      denied && `${number(denied)} abgelehnt`,
    ]
      .filter(Boolean)
      .join(", "),
  steps: (count) => counted(count, "Schritt", "Schritte"),
  usageOfRun: "Letzter Lauf",
  usageOfThread: "Unterhaltung",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `Eingabe ${number(input)}, Ausgabe ${number(output)}`
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

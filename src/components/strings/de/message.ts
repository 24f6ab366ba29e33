import type { MessageStrings } from "../messageStrings.ts";
import { countGerman, formatGermanDuration, formatGermanNumber } from "./format.ts";

export const germanMessageStrings: MessageStrings = {
  toolCall: {
    streaming: "Wird vorbereitet",
    pending: "In der Warteschlange",
    running: "Wird ausgeführt",
    waiting: "Rückmeldung erforderlich",
    complete: "Fertig",
    warning: "Fehler gemeldet",
    failed: "Fehlgeschlagen",
    denied: "Abgelehnt",
    unfinished: "Unterbrochen",
    name: "Tool",
    arguments: "Eingaben",
    progress: "Fortschritt",
    output: "Ausgabe",
    result: "Ergebnis",
    source: "JSON",
    error: "Fehler",
    reason: "Grund",
    deny: "Ablehnen",
    rerun: "Erneut ausführen",
    show: "Anzeigen",
  },

  answers: {
    approved: "Genehmigt",
    approvedEdited: "Mit Änderungen genehmigt",
    denied: "Abgelehnt",
    confirmed: "Bestätigt",
    declined: "Mit Nein beantwortet",
    answered: "Beantwortet",
    cancelled: "Übersprungen",
    waiting: "Wartet auf die übrigen Antworten",
  },

  subagent: {
    running: "In Arbeit …",
    finished: "Fertig",
    suspended: "Rückmeldung erforderlich",
    failed: "Fehlgeschlagen",
    result: "Ergebnis",
    announceFailed: (name, reason) => `${name} ist fehlgeschlagen: ${reason}`,
  },

  reasoning: "Denkt nach",
  reasoningHidden: "Denkt nach (verborgen)",
  reasonedFor: (seconds) =>
    `${seconds < 60 ? countGerman(seconds, "Sekunde", "Sekunden") : formatGermanDuration(seconds)} nachgedacht`,
  reasoned: "Gedankengang",
  reasonedHidden: "Nachgedacht (verborgen)",
  seconds: formatGermanDuration,
  task: { done: "Erledigt", active: "In Arbeit", failed: "Fehlgeschlagen", open: "Offen" },

  value: {
    yes: "Ja",
    no: "Nein",
    none: "Keine Angabe",
    tooDeep: "Zu tief verschachtelt, um angezeigt zu werden.",
    moreItems: (count, hidden) =>
      count === hidden
        ? `${countGerman(hidden, "weiteren Eintrag", "weitere Einträge")} anzeigen`
        : `${formatGermanNumber(count)} von ${formatGermanNumber(hidden)} weiteren Einträgen anzeigen`,
    moreText: (count, hidden) =>
      count === hidden
        ? `${countGerman(hidden, "weiteres Zeichen", "weitere Zeichen")} anzeigen`
        : `${formatGermanNumber(count)} von ${formatGermanNumber(hidden)} weiteren Zeichen anzeigen`,
    blanks: (count) => countGerman(count, "Leerraumzeichen", "Leerraumzeichen"),
    moreCharacters: (count) => countGerman(count, "weiteres Zeichen", "weitere Zeichen"),
  },

  notDisplayed: "Das konnte nicht richtig angezeigt werden.",

  image: "Bild",
  audio: "Audio",
  video: "Video",
  document: "Dokument",
  playFrom: (host) => `Von ${host} abspielen`,
  lightbox: {
    open: (name) => `${name} vergrößern`,
    view: "Bildansicht",
    larger: "Größer",
    smaller: "Kleiner",
    close: "Schließen",
  },
  player: {
    play: (name) => `${name} abspielen`,
    pause: (name) => `${name} anhalten`,
    position: "Abspielposition",
    time: (current, duration) => `${current} von ${duration}`,
  },
  markdown: {
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    wrap: "Zeilen umbrechen",
    formula: "Formel",
    footnotes: "Fußnoten",
    footnote: (number) => `Fußnote ${number}`,
    backToText: (number, time) =>
      time > 1
        ? `Zurück zum Text, Fußnote ${number}, ${time}. Stelle`
        : `Zurück zum Text, Fußnote ${number}`,
    codeBlock: "Code",
    table: "Tabelle",
    loadImage: (host) => `Bild von ${host} laden`,
    citation: (number, title) => `Quelle ${number}: ${title}`,
  },
};

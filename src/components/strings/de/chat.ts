import type { ChatStrings } from "../chatStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { countGerman, formatGermanNumber } from "./format.ts";

export const germanChatStrings: ChatStrings = {
  chat: "Chat",
  reload: "Neu laden",
  loadFailed: "Laden fehlgeschlagen.",
  outdated: "Diese Seite wurde aktualisiert. Bitte neu laden.",
  surface: {
    close: "Chat schließen",
    newChat: "Neue Unterhaltung",
    history: "Verlauf",
    search: "Chat durchsuchen",
    expand: "Chat vergrößern",
    shrink: "Chat verkleinern",
    resize: "Breite des Chats ändern",
    unread: (count) => countGerman(count, "neue Nachricht", "neue Nachrichten"),
  },
  transcript: "Unterhaltung",
  authors: {
    user: "Ich",
    assistant: "Assistent",
    system: "System",
    developer: "Entwickler",
    tool: "Tool-Ergebnis",
    activity: "Aktivität",
    reasoning: "Überlegungen",
  },

  composerLabel: "Nachricht",
  composerPlaceholder: "Nachricht schreiben …",
  send: "Senden",
  stop: "Stoppen",
  retry: "Erneut versuchen",
  scrollToEnd: "Zum Ende scrollen",
  welcome: "Wie kann ich helfen?",
  suggestions: "Vorschläge",

  run: {
    submitted: "Warten auf Antwort",
    serverBusy: "Die vorherige Antwort wird noch angehalten …",
    slow: "Das dauert länger als üblich …",
    streaming: "In Arbeit …",
    executing: "Tools werden ausgeführt …",
    waiting: "Rückmeldung erforderlich",
    reconnecting: "Verbindung wird wiederhergestellt …",
    offline: "Offline. Es geht weiter, sobald wieder eine Internetverbindung besteht.",
    disconnected: "Offline",
    cancelled: "Gestoppt",
  },
  runningTools: (labels) => `Läuft: ${labels.join(", ")} …`,

  stopReason: {
    maxAutomaticRuns: "Nach vielen Tool-Aufrufen in Folge pausiert.",
    repeatedCall: "Pausiert, weil sich derselbe Tool-Aufruf ständig wiederholt hat.",
    unsentAnswers: "Die Antworten wurden noch nicht gesendet.",
    continue: "Fortfahren",
  },

  subagentPicker: { label: "Agent", automatic: "Automatisch" },

  answerFirst: "Zuerst die Frage oben beantworten",
  runningElsewhere: "In einem anderen Fenster läuft noch eine Antwort. Bitte danach senden.",
  notSent: "Nachricht nicht gesendet. Bitte erneut versuchen.",

  errorDetails: "Details",
  signIn: "Anmelden",
  errors: {
    network: "Verbindung fehlgeschlagen. Bitte die Internetverbindung prüfen und erneut versuchen.",
    offline: "Offline. Bitte erneut versuchen, sobald wieder eine Internetverbindung besteht.",
    timeout: "Der Assistent hat zu lange für eine Antwort gebraucht.",
    signIn: "Nicht angemeldet. Zum Fortfahren bitte anmelden.",
    noAccess: "Kein Zugriff auf diesen Assistenten.",
    tooMany: "Zu viele Anfragen. Bitte kurz warten und erneut versuchen.",
    tooLong: "Diese Unterhaltung ist für den Assistenten zu lang.",
    server: "Der Assistent hat gerade Probleme.",
    agent: () => "Beim Assistenten ist ein Problem aufgetreten.",
    unreadable: "Die Antwort des Assistenten konnte nicht gelesen werden.",
    incomplete: "Die Antwort wurde unterbrochen.",
    other: "Etwas ist schiefgelaufen.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceLongMessage: (author, beginning, wordCount) =>
    `${author}: ${beginning} Die Nachricht hat etwa ${formatGermanNumber(wordCount)} Wörter.`,
  announceStart: (author) => `${author} antwortet`,
  announceEnd: "Antwort fertig",
  announceInterrupts: (count, questions) => {
    const summary =
      count > 1 ? `${formatGermanNumber(count)} Fragen zu beantworten` : "Rückmeldung erforderlich";
    return questions.length > 0 ? `${summary}: ${questions.join(" ")}` : summary;
  },
};

export const germanThreadStrings: ThreadStrings = {
  label: "Unterhaltungen",
  create: "Neue Unterhaltung",
  search: "Unterhaltungen durchsuchen",
  untitled: "Ohne Titel",
  empty: "Noch keine Unterhaltungen",
  noResults: "Keine Ergebnisse",
  language: "de",
  archived: (count) => `Archiv (${formatGermanNumber(count)})`,
  running: "In Arbeit …",
  unread: "Neu",
  needsInput: "Rückmeldung erforderlich",
  actions: (title) => `Aktionen für ${title}`,
  rename: "Umbenennen",
  archive: "Archivieren",
  unarchive: "Archivierung aufheben",
  remove: "Löschen",
  title: "Titel",
  confirmRemove: (title) => `„${title}“ endgültig löschen?`,
  cancelRemoval: "Abbrechen",
  renamed: (title) => `In ${title} umbenannt`,
  removed: (title) => `${title} gelöscht`,
  announceArchived: (title) => `${title} archiviert`,
  announceUnarchived: (title) => `Archivierung von ${title} aufgehoben`,
  resultCount: (count) => `${countGerman(count, "Unterhaltung", "Unterhaltungen")} gefunden`,
  loadFailed: "Die Unterhaltungen konnten nicht geladen werden.",
  saveFailed: "Die Änderung konnte nicht gespeichert werden. Bitte erneut versuchen.",
};

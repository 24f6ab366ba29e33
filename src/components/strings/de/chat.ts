import type { ChatStrings } from "../chatStrings.ts";
import { counted, number } from "./count.ts";

export const chatStrings: ChatStrings = {
  chat: "Chat",
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
    submitted: "Antwort wird erwartet",
    streaming: "In Arbeit",
    executing: "Tools werden ausgeführt",
    waiting: "Rückmeldung erforderlich",
    reconnecting: "Verbindung wird wiederhergestellt",
    offline: "Offline. Es geht weiter, sobald wieder eine Verbindung besteht.",
    disconnected: "Offline",
    cancelled: "Gestoppt",
  },
  runningTools: (names) => `${names.join(", ")} in Arbeit`,

  halt: {
    maxSteps: "Der Assistent hat viele Male hintereinander Tools verwendet und pausiert.",
    repeatedCall: "Der Assistent wiederholt immer denselben Tool-Aufruf und pausiert.",
    unsent: "Die Antworten wurden noch nicht gesendet.",
    goOn: "Fortfahren",
  },

  subagentPicker: { label: "Ausgeführt von", any: "Automatisch" },

  queue: {
    label: "Nachrichten in der Warteschlange",
    add: "Einreihen",
    interrupt: "Stoppen und senden",
    stopped: "Gestoppt. Zum Fortfahren eine Nachricht senden.",
    failed: "Die letzte Antwort ist fehlgeschlagen. Zum Fortfahren eine Nachricht senden.",
    waiting: "Rückmeldung erforderlich",
    edit: "Bearbeiten",
    moveUp: "Nach oben",
    moveDown: "Nach unten",
    sendNow: "Jetzt senden",
    remove: "Entfernen",
    editing: "Nachricht in der Warteschlange",
    save: "Speichern",
    cancel: "Abbrechen",
    attachments: (count) => counted(count, "Anhang", "Anhänge"),
    moved: (place, count) => `Auf Platz ${number(place)} von ${number(count)} verschoben`,
    added: "Nachricht eingereiht",
    removed: "Nachricht aus der Warteschlange entfernt",
    notDone: "Das hat nicht geklappt. Bitte erneut versuchen.",
    alreadySent: "Diese Nachricht wurde bereits gesendet.",
    dismiss: "Ausblenden",
  },

  answerFirst: "Zuerst die offene Frage beantworten",
  runsElsewhere: "In einem anderen Fenster beschäftigt. Bitte danach senden.",
  notSent: "Nicht gesendet. Bitte erneut versuchen.",

  errorDetails: "Details",
  errors: {
    network: "Die Verbindung ist fehlgeschlagen. Bitte das Netzwerk prüfen und erneut versuchen.",
    offline: "Offline. Bitte erneut versuchen, sobald wieder eine Verbindung besteht.",
    timeout: "Der Assistent hat zu lange nicht geantwortet.",
    signIn: "Nicht angemeldet oder für diesen Assistenten nicht freigeschaltet.",
    tooMany: "Zu viele Anfragen auf einmal. Bitte kurz warten und erneut versuchen.",
    server: "Der Server des Assistenten hat im Moment ein Problem.",
    unreadable: "Der Server des Assistenten hat etwas Unlesbares gesendet.",
    incomplete: "Die Antwort ist abgebrochen, bevor sie vollständig war.",
    other: "Etwas ist schiefgegangen.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceStart: "Der Assistent antwortet",
  announceEnd: "Der Assistent ist fertig",
  announceAsking: (count, questions) => {
    const asking = count > 1 ? `${number(count)} Fragen sind offen` : "Rückmeldung erforderlich";
    return questions.length > 0 ? `${asking}: ${questions.join(" ")}` : asking;
  },
};

import type { AttachmentStrings, CompletionStrings, DictationStrings } from "../composerStrings.ts";
import type { QueueStrings } from "../queueStrings.ts";
import {
  countGerman,
  formatGermanFileSize,
  formatGermanList,
  formatGermanNumber,
} from "./format.ts";

export const germanAttachmentStrings: AttachmentStrings = {
  label: "Anhänge",
  attach: "Dateien anhängen",
  remove: (name) => `${name} entfernen`,
  record: "Audio aufnehmen",
  stopRecording: "Aufnahme beenden",
  recording: "Aufnahme",
  drop: "Dateien zum Anhängen hier ablegen",
  uploading: (name) => `${name} wird hochgeladen`,
  failed: "Upload fehlgeschlagen",
  retry: (name) => `Upload von ${name} wiederholen`,
  waiting: "Wird nach dem Upload gesendet.",
  added: (names) => `Angehängt: ${names}`,
  removed: (name) => `${name} entfernt`,
  list: (names) => formatGermanList(names),
  size: (bytes) => formatGermanFileSize(bytes),
  kinds: { image: "Bilder", audio: "Audiodateien", video: "Videos", pdf: "PDFs" },
  tooLarge: (names, limit) => `Zu groß: ${names}. Das Limit liegt bei ${limit}.`,
  tooMany: (names, limit) =>
    `Maximal ${countGerman(limit, "Datei", "Dateien")} pro Nachricht. Nicht angehängt: ${names}.`,
  notSupported: (names, kinds) =>
    `Nicht unterstützt: ${names}. ${kinds ? `Möglich sind ${kinds}.` : "Dieser Assistent akzeptiert diesen Dateityp nicht."}`,
  folder: (names) => `Ordner können nicht angehängt werden: ${names}.`,
  unreadable: (names) => `Lesen fehlgeschlagen: ${names}.`,
  uploadFailed: (names) => `Upload fehlgeschlagen: ${names}. Bitte wiederholen oder entfernen.`,
  noMicrophone: "Kein Zugriff auf das Mikrofon.",
};

export const germanCompletionStrings: CompletionStrings = {
  count: (count) => countGerman(count, "Vorschlag", "Vorschläge"),
  noResults: "Keine Ergebnisse",
  loading: "Suche läuft …",
  failed: "Suche fehlgeschlagen. Bitte weiterschreiben oder ein anderes Wort versuchen.",
  commandFailed: (name) => `„${name}“ ist fehlgeschlagen. Bitte erneut versuchen.`,
  textSaved: (text) => `„${text}“ ist gespeichert und erscheint wieder, sobald das Feld leer ist.`,
};

export const germanDictationStrings: DictationStrings = {
  label: "Diktieren",
  listening: "Aufnahme läuft … der Text erscheint hier.",
  ended: "Diktat beendet",
  notAllowed: "Der Mikrofonzugriff ist blockiert. Bitte in den Browsereinstellungen erlauben.",
  noMicrophone: "Kein Mikrofon gefunden, oder eine andere App verwendet es.",
  notSupported: "Diktieren ist in diesem Browser oder in dieser Sprache nicht verfügbar.",
  network: "Zum Diktieren ist eine Internetverbindung nötig.",
  other: "Diktat unterbrochen. Bitte erneut versuchen.",
};

export const germanQueueStrings: QueueStrings = {
  label: "Nachrichten in der Warteschlange",
  add: "Zur Warteschlange hinzufügen",
  stopAndSend: "Stoppen und senden",
  stopped: "Pausiert. Zum Fortfahren eine Nachricht senden.",
  failed: "Die letzte Antwort ist fehlgeschlagen. Zum Fortfahren eine Nachricht senden.",
  waiting: "Rückmeldung erforderlich",
  edit: "Bearbeiten",
  move: "Verschieben",
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  sendNow: "Jetzt senden",
  remove: "Entfernen",
  editorLabel: "Nachricht in der Warteschlange",
  save: "Speichern",
  cancel: "Abbrechen",
  attachments: (count) => countGerman(count, "Anhang", "Anhänge"),
  moved: (position, count) =>
    `Auf Position ${formatGermanNumber(position)} von ${formatGermanNumber(count)} verschoben`,
  added: "Nachricht zur Warteschlange hinzugefügt",
  removed: "Nachricht aus der Warteschlange entfernt",
  actionFailed: "Etwas ist schiefgelaufen. Bitte erneut versuchen.",
  alreadySent: "Diese Nachricht wurde bereits gesendet.",
  dismiss: "Ausblenden",
};

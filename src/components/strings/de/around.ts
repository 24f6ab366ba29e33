import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { chatStrings } from "./chat.ts";
import { counted, number } from "./count.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === chatStrings.authors.user ? "eigene Nachricht" : `Nachricht von ${author}`;
    return `Aktionen für ${message}${text === "" ? "" : `: ${text}`}`;
  },
  copy: "Nachricht kopieren",
  copied: "Kopiert",
  notCopied: "Kopieren nicht möglich. Der Browser hat es blockiert.",
  edit: "Nachricht bearbeiten",
  save: "Senden",
  cancel: "Abbrechen",
  regenerate: "Neu generieren",
  readAloud: "Vorlesen",
  stopReading: "Vorlesen beenden",
  notRead: "Vorlesen nicht möglich.",
  thumbsUp: "Gute Antwort",
  thumbsDown: "Schlechte Antwort",
  export: "Unterhaltung herunterladen",
  fileName: "unterhaltung",
  stillAnswering: "Bitte warten, bis die Antwort fertig ist.",
  notDone: "Etwas ist schiefgelaufen. Bitte erneut versuchen.",
};

export const attachmentStrings: AttachmentStrings = {
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
  list: (names) => new Intl.ListFormat("de").format(names),
  size: (bytes) => formatBytes(bytes, "de"),
  kinds: { image: "Bilder", audio: "Audiodateien", video: "Videos", pdf: "PDFs" },
  tooLarge: (names, limit) => `Zu groß: ${names}. Das Limit liegt bei ${limit}.`,
  tooMany: (names, limit) =>
    `Maximal ${counted(limit, "Datei", "Dateien")} pro Nachricht. Nicht angehängt: ${names}.`,
  notTaken: (names, kinds) =>
    `Nicht unterstützt: ${names}. ${kinds ? `Möglich sind ${kinds}.` : "Dieser Assistent akzeptiert diesen Dateityp nicht."}`,
  folder: (names) => `Ordner können nicht angehängt werden: ${names}.`,
  unreadable: (names) => `Lesen fehlgeschlagen: ${names}.`,
  notUploaded: (names) => `Upload fehlgeschlagen: ${names}. Bitte wiederholen oder entfernen.`,
  noMicrophone: "Kein Zugriff auf das Mikrofon.",
};

export const branchStrings: BranchStrings = {
  version: (position, count) => `Version ${number(position)} von ${number(count)}`,
  place: (position, count) => `${number(position)} / ${number(count)}`,
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

export const surfaceStrings: SurfaceStrings = {
  close: "Chat schließen",
  unread: (count) => counted(count, "neue Nachricht", "neue Nachrichten"),
};

export const threadStrings: ThreadStrings = {
  label: "Unterhaltungen",
  create: "Neue Unterhaltung",
  search: "Unterhaltungen durchsuchen",
  untitled: "Ohne Titel",
  empty: "Noch keine Unterhaltungen",
  nothingFound: "Keine Ergebnisse",
  archived: (count) => `Archiv (${number(count)})`,
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
  keep: "Abbrechen",
  renamed: (title) => `In ${title} umbenannt`,
  removed: (title) => `${title} gelöscht`,
  hasArchived: (title) => `${title} archiviert`,
  hasUnarchived: (title) => `Archivierung von ${title} aufgehoben`,
  found: (count) => `${counted(count, "Unterhaltung", "Unterhaltungen")} gefunden`,
  notRead: "Die Unterhaltungen konnten nicht geladen werden.",
  notDone: "Die Änderung konnte nicht gespeichert werden. Bitte erneut versuchen.",
};

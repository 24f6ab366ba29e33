import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { counted, number } from "./count.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => (text === "" ? `Aktionen, ${author}` : `Aktionen, ${author}: ${text}`),
  copy: "Nachricht kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser hat das Kopieren nicht erlaubt.",
  edit: "Nachricht bearbeiten",
  save: "Geändert senden",
  cancel: "Abbrechen",
  regenerate: "Neu antworten",
  readAloud: "Vorlesen",
  stopReading: "Vorlesen beenden",
  notRead: "Das konnte nicht vorgelesen werden.",
  thumbsUp: "Gute Antwort",
  thumbsDown: "Schlechte Antwort",
  export: "Unterhaltung herunterladen",
  fileName: "unterhaltung",
  stillAnswering: "Die Antwort läuft noch. Bitte danach erneut versuchen.",
  notDone: "Das hat nicht geklappt. Bitte erneut versuchen.",
};

export const attachmentStrings: AttachmentStrings = {
  label: "Anhänge",
  attach: "Dateien anhängen",
  remove: (name) => `${name} entfernen`,
  record: "Ton aufnehmen",
  stopRecording: "Aufnahme beenden",
  recording: "Aufnahme",
  drop: "Dateien zum Anhängen hier ablegen",
  uploading: (name) => `${name} wird hochgeladen`,
  failed: "Nicht hochgeladen",
  retry: (name) => `${name} erneut hochladen`,
  waiting: "Wird gesendet, sobald die Dateien bereit sind.",
  added: (names) => `Angehängt: ${names}`,
  removed: (name) => `${name} entfernt`,
  list: (names) => new Intl.ListFormat("de").format(names),
  size: (bytes) => formatBytes(bytes, "de"),
  kinds: { image: "Bilder", audio: "Audiodateien", video: "Videos", pdf: "PDF" },
  tooLarge: (names, limit) => `Anhängen nicht möglich: ${names} – größer als ${limit}.`,
  tooMany: (names, limit) =>
    `Anhängen nicht möglich: ${names} – höchstens ${counted(limit, "Datei", "Dateien")}.`,
  notTaken: (names, kinds) =>
    `Anhängen nicht möglich: ${names} – ${kinds ? `erlaubt sind nur ${kinds}` : "keine passende Dateiart für diesen Assistenten"}.`,
  folder: (names) => `Anhängen nicht möglich: ${names} – nur Dateien, keine Ordner.`,
  unreadable: (names) => `Nicht lesbar: ${names}.`,
  notUploaded: (names) =>
    `Hochladen fehlgeschlagen: ${names}. Bitte erneut versuchen oder entfernen.`,
  noMicrophone: "Das Mikrofon kann nicht verwendet werden.",
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
  nothingFound: "Nichts gefunden",
  archived: (count) => `Archiv (${number(count)})`,
  running: "In Arbeit",
  unread: "Neu",
  needsInput: "Rückmeldung erforderlich",
  actions: (title) => `Aktionen für ${title}`,
  rename: "Umbenennen",
  archive: "Archivieren",
  unarchive: "Aus dem Archiv holen",
  remove: "Löschen",
  title: "Titel",
  confirmRemove: (title) => `„${title}“ endgültig löschen?`,
  keep: "Behalten",
  renamed: (title) => `In ${title} umbenannt`,
  removed: (title) => `${title} gelöscht`,
  hasArchived: (title) => `${title} archiviert`,
  hasUnarchived: (title) => `${title} aus dem Archiv geholt`,
  found: (count) => `${counted(count, "Unterhaltung", "Unterhaltungen")} gefunden`,
  notRead: "Gespeicherte Unterhaltungen können nicht gelesen werden.",
  notDone: "Das konnte nicht gespeichert werden. Bitte erneut versuchen.",
};

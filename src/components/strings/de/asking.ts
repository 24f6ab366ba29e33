import { clock } from "../clock.ts";
import { formatBytes } from "../formatBytes.ts";
import type { FormStrings } from "../formStrings.ts";
import type { InterruptStrings } from "../interruptStrings.ts";
import { counted, number } from "./count.ts";

export const interruptStrings: InterruptStrings = {
  approvalTitle: "Genehmigung erforderlich",
  confirmationTitle: "Bitte bestätigen",
  inputTitle: "Einige Angaben fehlen",
  uploadTitle: "Eine Datei wird benötigt",
  questionTitle: "Eine Frage",

  approve: "Genehmigen",
  deny: "Ablehnen",
  yes: "Ja",
  no: "Nein",
  edit: "Bearbeiten",
  approveEdited: "Mit Änderungen genehmigen",
  denyReason: "Grund",
  otherAnswer: "Anders antworten",
  send: "Antwort senden",
  cancel: "Abbrechen",
  back: "Zurück",
  answer: "Antwort",
  asText: "Wird als Text gesendet; für Werte JSON schreiben.",
  asJson: "Wird als JSON gesendet.",
  asBrokenJson: "Wird als Text gesendet, da es kein gültiges JSON ist.",
  inexactNumber:
    "Das kann nicht gesendet werden: Eine Zahl darin hat zu viele Stellen. In Anführungszeichen wird sie als Text gesendet.",
  details: "Details",

  chooseFile: "Datei auswählen",
  chooseFiles: "Dateien auswählen",
  fileSize: (bytes) => formatBytes(bytes, "de"),
  fileLimit: (size) => `Insgesamt bis zu ${size}.`,
  filesTooLarge: (size) => `Das ist zu viel: Höchstens ${size} können gesendet werden.`,

  expiresInMinutes: (minutes) => `Läuft in ${number(minutes)} min ab`,
  expiresInSeconds: (seconds) => `Läuft in ${clock(seconds)} ab`,
  expired: "Die Zeit zum Antworten ist vorbei. Es kann nur noch abgebrochen werden.",
  closed: "Hier wird keine Antwort mehr erwartet.",
  refused: (why) => `Die Antwort wurde nicht angenommen: ${why}`,
  failed: "Die Antwort konnte nicht gesendet werden. Bitte erneut versuchen.",

  change: "Ändern",
  keep: "Antwort behalten",
};

const typeSentences: Readonly<Record<string, string>> = {
  number: "Bitte eine Zahl eingeben.",
  integer: "Bitte eine ganze Zahl eingeben.",
  string: "Das muss ein Text sein.",
  boolean: "Das muss Ja oder Nein sein.",
  object: "Das muss ein Objekt sein.",
  array: "Das muss eine Liste sein.",
  json: "Das ist kein gültiges JSON.",
};

const formatSentences: Readonly<Record<string, string>> = {
  email: "Bitte eine E-Mail-Adresse eingeben, z. B. name@example.com.",
  uri: "Bitte eine Webadresse eingeben, z. B. https://example.com.",
  date: "Bitte ein vollständiges Datum eingeben.",
  time: "Bitte eine vollständige Uhrzeit eingeben.",
  "date-time": "Bitte Datum und Uhrzeit vollständig eingeben.",
  file: "Diese Datei konnte nicht gelesen werden.",
};

export const formStrings: FormStrings = {
  submit: "Absenden",
  cancel: "Abbrechen",
  optional: "optional",
  choose: "Auswählen …",
  answer: "Antwort",
  choice: (position) => `Auswahl ${number(position)}`,
  ofKind: (question, choice) =>
    /\p{P}$/u.test(question) ? `${question} ${choice}` : `${question}: ${choice}`,
  addTo: (list) => `Zu ${list} hinzufügen`,
  item: (list, position) => `${list} ${number(position)}`,
  remove: (item) => `${item} entfernen`,
  json: "Bitte als JSON schreiben.",
  problems: (count) =>
    count === 1
      ? "Eine Antwort muss geändert werden."
      : `${number(count)} Antworten müssen geändert werden.`,
  failed: "Das konnte nicht gesendet werden. Bitte erneut versuchen.",

  required: "Diese Angabe wird benötigt.",
  type: (type) => typeSentences[type] ?? "Die Art der Angabe passt nicht.",
  format: (format) => formatSentences[format] ?? "Die Form der Angabe passt nicht.",
  pattern: "Die Form der Angabe passt nicht.",
  enum: "Dieser Wert gehört nicht zu den erlaubten.",
  const: (value) => `Das muss ${typeof value === "number" ? number(value) : value} sein.`,
  not: "Dieser Wert ist nicht erlaubt.",
  minimum: (limit) => `Muss mindestens ${number(limit)} sein.`,
  maximum: (limit) => `Darf höchstens ${number(limit)} sein.`,
  exclusiveMinimum: (limit) => `Muss größer als ${number(limit)} sein.`,
  exclusiveMaximum: (limit) => `Muss kleiner als ${number(limit)} sein.`,
  multipleOf: (limit) => `Muss ein Vielfaches von ${number(limit)} sein.`,
  minLength: (limit) => `Mindestens ${number(limit)} Zeichen eingeben.`,
  maxLength: (limit) => `Höchstens ${number(limit)} Zeichen eingeben.`,
  minItems: (limit) => `Mindestens ${counted(limit, "Eintrag", "Einträge")} erforderlich.`,
  maxItems: (limit) => `Höchstens ${counted(limit, "Eintrag", "Einträge")}.`,
  uniqueItems: "Nichts darf hier doppelt vorkommen.",
  contains: "Es fehlt etwas, das hier vorkommen muss.",
  minProperties: (limit) => `Mindestens ${number(limit)} davon ausfüllen.`,
  maxProperties: (limit) => `Höchstens ${number(limit)} davon ausfüllen.`,
  propertyNames: "Einer der Namen ist nicht erlaubt.",
  additionalProperties: "Das ist hier nicht erlaubt.",
  oneOf: "Das muss genau einer der möglichen Arten entsprechen.",
  anyOf: "Das muss einer der möglichen Arten entsprechen.",
  invalid: "Diese Antwort ist nicht erlaubt.",
  at: (place, sentence) => `${place}: ${sentence}`,
};

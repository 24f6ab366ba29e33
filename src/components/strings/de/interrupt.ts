import { formatClock, formatSentence } from "../format.ts";
import type { FormStrings } from "../formStrings.ts";
import type { InterruptStrings } from "../interruptStrings.ts";
import { countGerman, formatGermanFileSize, formatGermanNumber } from "./format.ts";

export const germanInterruptStrings: InterruptStrings = {
  approvalTitle: "Genehmigung erforderlich",
  confirmationTitle: "Bitte bestätigen",
  inputTitle: "Weitere Angaben nötig",
  uploadTitle: "Datei erforderlich",
  questionTitle: "Frage",

  approve: "Genehmigen",
  approvalGroup: (tool, count) =>
    count === 0 ? tool : `${tool}: ${countGerman(count, "Genehmigung", "Genehmigungen")} nötig`,
  approveAll: (count) => `Alle genehmigen (${formatGermanNumber(count)})`,
  deny: "Ablehnen",
  yes: "Ja",
  no: "Nein",
  edit: "Bearbeiten",
  approveEdited: "Mit Änderungen genehmigen",
  denyReason: "Grund",
  otherAnswer: "Andere Antwort …",
  send: "Antwort senden",
  cancel: "Überspringen",
  cancelHint: "Der Assistent erhält keine Antwort und entscheidet, wie es weitergeht.",
  cancelAll: (count) => `Alle überspringen (${formatGermanNumber(count)})`,
  notDisplayed: "Diese Frage konnte nicht angezeigt werden und lässt sich hier nicht beantworten.",
  back: "Zurück",
  answer: "Antwort",
  asText: "Wird als Text gesendet. Für strukturierte Daten bitte JSON eingeben.",
  asJson: "Wird als JSON gesendet.",
  asInvalidJson: "Kein gültiges JSON, wird daher als Text gesendet.",
  alsoSent: (answer) => `Wird mit „${answer}“ gesendet`,
  hiddenValues: (count) =>
    `${countGerman(count, "weiterer Wert wird", "weitere Werte werden")} noch nicht angezeigt.`,
  hiddenCharacters: (count) =>
    `${countGerman(count, "weiteres Zeichen wird", "weitere Zeichen werden")} noch nicht angezeigt.`,
  hiddenLevels: "Einige Werte sind zu tief verschachtelt, um angezeigt zu werden.",
  hiddenApprovals: (count) =>
    count === 1
      ? "1 ist enthalten, wird aber noch nicht angezeigt."
      : `${formatGermanNumber(count)} sind enthalten, werden aber noch nicht angezeigt.`,
  moreQuestions: (count) =>
    `${countGerman(count, "weitere Frage", "weitere Fragen")} zu beantworten.`,
  otherApprovals: (text) => `Andere Genehmigungen: ${text}`,
  showAll: "Alles anzeigen",
  details: "Details",

  chooseFile: "Datei auswählen",
  chooseFiles: "Dateien auswählen",
  fileSize: (bytes) => formatGermanFileSize(bytes),
  fileLimit: (size) => `Insgesamt bis zu ${size}`,
  filesTooLarge: (size) => `Zu groß. Das Limit liegt bei insgesamt ${size}.`,

  expiresInMinutes: (minutes) => `Läuft in ${formatGermanNumber(minutes)} min ab`,
  expiresInSeconds: (seconds) => `Läuft in ${formatClock(seconds)} ab`,
  expired: "Diese Anfrage ist abgelaufen.",
  closed: "Diese Anfrage ist nicht mehr offen.",
  refused: (reason) => formatSentence(reason),
  failed: "Die Antwort konnte nicht gesendet werden. Bitte erneut versuchen.",

  changeAnswer: "Ändern",
  keepAnswer: "Antwort behalten",
};

const typeMessages: Readonly<Record<string, string>> = {
  number: "Bitte eine Zahl eingeben.",
  integer: "Bitte eine ganze Zahl eingeben.",
  string: "Bitte Text eingeben.",
  boolean: "Muss Ja oder Nein sein.",
  object: "Muss ein Objekt sein.",
  array: "Muss eine Liste sein.",
  json: "Kein gültiges JSON.",
};

const formatMessages: Readonly<Record<string, string>> = {
  email: "Bitte eine E-Mail-Adresse eingeben, z. B. name@example.com.",
  uri: "Bitte eine Webadresse eingeben, z. B. https://example.com.",
  date: "Bitte ein vollständiges Datum eingeben.",
  time: "Bitte eine vollständige Uhrzeit eingeben.",
  "date-time": "Bitte Datum und Uhrzeit vollständig eingeben.",
  file: "Die Datei konnte nicht gelesen werden.",
};

export const germanFormStrings: FormStrings = {
  submit: "Absenden",
  cancel: "Abbrechen",
  optional: "optional",
  choose: "Auswählen …",
  answer: "Antwort",
  option: (position) => `Option ${formatGermanNumber(position)}`,
  alternative: (question, choice) =>
    /\p{P}$/u.test(question) ? `${question} ${choice}` : `${question}: ${choice}`,
  addItem: (_list) => "Eintrag hinzufügen",
  item: (list, position) => `${list} ${formatGermanNumber(position)}`,
  preparing: "Das Formular wird vorbereitet …",
  showFields: "Felder anzeigen",
  remove: (item) => `${item} entfernen`,
  json: "Bitte JSON eingeben.",
  inexactNumber:
    "Eine Zahl ist zu lang, um exakt gesendet zu werden. In Anführungszeichen wird sie als Text gesendet.",
  duplicateName: "Ein Name kommt zweimal vor. Welcher Wert gilt, hängt vom Tool ab.",
  hiddenCharacters: "Mit verborgenen Zeichen:",
  alsoSubmitted: "Wird mitgesendet",
  problems: (count) => `Bitte ${countGerman(count, "Feld", "Felder")} korrigieren.`,
  problemsInSection: (count) =>
    `Bitte ${countGerman(count, "Feld", "Felder")} in diesem Abschnitt korrigieren.`,
  failed: "Senden fehlgeschlagen. Bitte erneut versuchen.",

  required: "Pflichtfeld",
  type: (type) => typeMessages[type] ?? "Falscher Typ.",
  format: (format) => formatMessages[format] ?? "Ungültiges Format.",
  pattern: "Ungültiges Format.",
  enum: "Bitte eine der Optionen auswählen.",
  const: (value) => `Muss ${typeof value === "number" ? formatGermanNumber(value) : value} sein.`,
  not: "Dieser Wert ist nicht erlaubt.",
  minimum: (limit) => `Muss mindestens ${formatGermanNumber(limit)} sein.`,
  maximum: (limit) => `Darf höchstens ${formatGermanNumber(limit)} sein.`,
  exclusiveMinimum: (limit) => `Muss größer als ${formatGermanNumber(limit)} sein.`,
  exclusiveMaximum: (limit) => `Muss kleiner als ${formatGermanNumber(limit)} sein.`,
  multipleOf: (limit) => `Muss ein Vielfaches von ${formatGermanNumber(limit)} sein.`,
  minLength: (limit) => `Mindestens ${formatGermanNumber(limit)} Zeichen eingeben.`,
  maxLength: (limit) => `Höchstens ${formatGermanNumber(limit)} Zeichen eingeben.`,
  minItems: (limit) => `Mindestens ${countGerman(limit, "Eintrag", "Einträge")} hinzufügen.`,
  maxItems: (limit) => `Höchstens ${countGerman(limit, "Eintrag", "Einträge")} möglich.`,
  uniqueItems: "Bitte Duplikate entfernen.",
  contains: "Ein erforderlicher Eintrag fehlt.",
  minProperties: (limit) => `Mindestens ${formatGermanNumber(limit)} davon ausfüllen.`,
  maxProperties: (limit) => `Höchstens ${formatGermanNumber(limit)} davon ausfüllen.`,
  propertyNames: "Ein Feldname ist nicht erlaubt.",
  additionalProperties: "Unerwartetes Feld.",
  oneOf: "Muss genau einer Option entsprechen.",
  anyOf: "Muss mindestens einer Option entsprechen.",
  invalid: "Ungültige Angabe.",
  at: (path, problem) => `${path}: ${problem}`,
};

import { formatClock, formatSentence } from "../format.ts";
import type { FormStrings } from "../formStrings.ts";
import type { InterruptStrings } from "../interruptStrings.ts";
import { formatJapaneseFileSize, formatJapaneseNumber } from "./format.ts";

export const japaneseInterruptStrings: InterruptStrings = {
  approvalTitle: "承認が必要です",
  confirmationTitle: "確認してください",
  inputTitle: "追加の情報が必要です",
  uploadTitle: "ファイルが必要です",
  questionTitle: "質問",

  approve: "承認",
  approvalGroup: (tool, count) =>
    count === 0 ? tool : `${tool}：承認待ち ${formatJapaneseNumber(count)} 件`,
  approveAll: (count) => `すべて承認（${formatJapaneseNumber(count)}）`,
  deny: "拒否",
  yes: "はい",
  no: "いいえ",
  edit: "編集",
  approveEdited: "変更して承認",
  denyReason: "理由",
  otherAnswer: "その他の回答…",
  send: "回答を送信",
  cancel: "スキップ",
  cancelHint: "アシスタントは回答を受け取らず、続け方を自ら決めます。",
  cancelAll: (count) => `すべてスキップ（${formatJapaneseNumber(count)}）`,
  notDisplayed: "この質問を表示できないため、ここでは回答できません。",
  back: "戻る",
  answer: "回答",
  asText: "テキストとして送信されます。構造化データを送るには JSON を入力してください。",
  asJson: "JSON として送信されます。",
  asInvalidJson: "有効な JSON ではないため、テキストとして送信されます。",
  alsoSent: (answer) => `「${answer}」と一緒に送信される内容`,
  hiddenValues: (count) => `ほか${formatJapaneseNumber(count)}件の値がまだ表示されていません。`,
  hiddenCharacters: (count) => `ほか${formatJapaneseNumber(count)}文字がまだ表示されていません。`,
  hiddenLevels: "一部の値は入れ子が深すぎるため表示できません。",
  hiddenApprovals: (count) =>
    `${formatJapaneseNumber(count)}件も対象ですが、まだ表示されていません。`,
  moreQuestions: (count) => `ほか${formatJapaneseNumber(count)}件の質問に回答が必要です。`,
  otherApprovals: (text) => `ほかの承認：${text}`,
  showAll: "すべて表示",
  details: "詳細",

  chooseFile: "ファイルを選択",
  chooseFiles: "ファイルを選択",
  fileSize: (bytes) => formatJapaneseFileSize(bytes),
  fileLimit: (size) => `合計 ${size} まで`,
  filesTooLarge: (size) => `サイズが大きすぎます。上限は合計 ${size} です。`,

  expiresInMinutes: (minutes) => `残り${formatJapaneseNumber(minutes)}分`,
  expiresInSeconds: (seconds) => `残り ${formatClock(seconds)}`,
  expired: "このリクエストは期限切れです。",
  closed: "このリクエストはすでに終了しています。",
  refused: (reason) => formatSentence(reason, "。"),
  failed: "回答を送信できませんでした。もう一度お試しください。",

  changeAnswer: "変更",
  keepAnswer: "回答を変更しない",
};

const typeMessages: Readonly<Record<string, string>> = {
  number: "数値を入力してください。",
  integer: "整数を入力してください。",
  string: "テキストを入力してください。",
  boolean: "「はい」か「いいえ」で指定してください。",
  object: "オブジェクトを指定してください。",
  array: "リストを指定してください。",
  json: "有効な JSON ではありません。",
};

const formatMessages: Readonly<Record<string, string>> = {
  email: "メールアドレスを入力してください（例：name@example.com）。",
  uri: "Web アドレスを入力してください（例：https://example.com）。",
  date: "日付をすべて入力してください。",
  time: "時刻をすべて入力してください。",
  "date-time": "日付と時刻をすべて入力してください。",
  file: "このファイルを読み取れませんでした。",
};

export const japaneseFormStrings: FormStrings = {
  submit: "送信",
  cancel: "キャンセル",
  optional: "任意",
  choose: "選択してください",
  answer: "回答",
  option: (position) => `選択肢 ${formatJapaneseNumber(position)}`,
  alternative: (question, choice) =>
    /\p{P}$/u.test(question) ? `${question}${choice}` : `${question}：${choice}`,
  addItem: (_list) => "項目を追加",
  item: (list, position) => `${list} ${formatJapaneseNumber(position)}`,
  preparing: "フォームを準備しています…",
  showFields: "項目を表示",
  remove: (item) => `${item} を削除`,
  json: "JSON を入力してください。",
  inexactNumber:
    "桁数が多く、正確に送信できない数値があります。引用符で囲むとテキストとして送信できます。",
  duplicateName: "同じ名前が二度使われています。どちらの値が使われるかはツールによって異なります。",
  hiddenCharacters: "隠れた文字を含む内容:",
  alsoSubmitted: "一緒に送信される内容",
  problems: (count) => `${formatJapaneseNumber(count)}件の項目を修正してください。`,
  problemsInSection: (count) =>
    `このセクションの${formatJapaneseNumber(count)}件の項目を修正してください。`,
  failed: "送信できませんでした。もう一度お試しください。",

  required: "必須",
  type: (type) => typeMessages[type] ?? "値の種類が正しくありません。",
  format: (format) => formatMessages[format] ?? "形式が正しくありません。",
  pattern: "形式が正しくありません。",
  enum: "選択肢から選んでください。",
  const: (value) =>
    `${typeof value === "number" ? formatJapaneseNumber(value) : value} を指定してください。`,
  not: "この値は使用できません。",
  minimum: (limit) => `${formatJapaneseNumber(limit)} 以上にしてください。`,
  maximum: (limit) => `${formatJapaneseNumber(limit)} 以下にしてください。`,
  exclusiveMinimum: (limit) => `${formatJapaneseNumber(limit)} より大きい値にしてください。`,
  exclusiveMaximum: (limit) => `${formatJapaneseNumber(limit)} より小さい値にしてください。`,
  multipleOf: (limit) => `${formatJapaneseNumber(limit)} の倍数にしてください。`,
  minLength: (limit) => `${formatJapaneseNumber(limit)}文字以上で入力してください。`,
  maxLength: (limit) => `${formatJapaneseNumber(limit)}文字以内で入力してください。`,
  minItems: (limit) => `${formatJapaneseNumber(limit)}件以上追加してください。`,
  maxItems: (limit) => `${formatJapaneseNumber(limit)}件までです。`,
  uniqueItems: "重複を削除してください。",
  contains: "必須の項目がありません。",
  minProperties: (limit) => `このうち${formatJapaneseNumber(limit)}項目以上を入力してください。`,
  maxProperties: (limit) => `入力できるのはこのうち${formatJapaneseNumber(limit)}項目までです。`,
  propertyNames: "使用できないフィールド名があります。",
  additionalProperties: "不要なフィールドです。",
  oneOf: "選択肢の 1 つだけに当てはまる必要があります。",
  anyOf: "少なくとも 1 つの選択肢に当てはまる必要があります。",
  invalid: "無効な値です。",
  at: (path, problem) => `${path}：${problem}`,
};

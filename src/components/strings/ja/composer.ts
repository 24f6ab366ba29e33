import type { AttachmentStrings, CompletionStrings, DictationStrings } from "../composerStrings.ts";
import type { QueueStrings } from "../queueStrings.ts";
import { formatJapaneseFileSize, formatJapaneseList, formatJapaneseNumber } from "./format.ts";

export const japaneseAttachmentStrings: AttachmentStrings = {
  label: "添付ファイル",
  attach: "ファイルを添付",
  remove: (name) => `${name} を削除`,
  record: "音声を録音",
  stopRecording: "録音を停止",
  recording: "録音",
  drop: "ファイルをドロップして添付",
  uploading: (name) => `${name} をアップロード中`,
  failed: "アップロードに失敗しました",
  retry: (name) => `${name} を再アップロード`,
  waiting: "アップロードが完了したら送信します。",
  added: (names) => `${names} を添付しました`,
  removed: (name) => `${name} を削除しました`,
  list: (names) => formatJapaneseList(names),
  size: (bytes) => formatJapaneseFileSize(bytes),
  kinds: { image: "画像", audio: "音声", video: "動画", pdf: "PDF" },
  tooLarge: (names, limit) => `${names} はサイズが大きすぎます。上限は ${limit} です。`,
  tooMany: (names, limit) =>
    `添付できるファイルは${formatJapaneseNumber(limit)}件までです。追加されなかったファイル：${names}`,
  notSupported: (names, kinds) =>
    kinds
      ? `${names} には対応していません。添付できるのは${kinds}です。`
      : `${names} には対応していません。このアシスタントではこの種類のファイルを使用できません。`,
  folder: (names) => `フォルダーは添付できません：${names}`,
  unreadable: (names) => `${names} を読み取れませんでした。`,
  uploadFailed: (names) =>
    `${names} をアップロードできませんでした。再試行するか、削除してください。`,
  noMicrophone: "マイクにアクセスできませんでした。",
};

export const japaneseCompletionStrings: CompletionStrings = {
  count: (count) => `候補${formatJapaneseNumber(count)}件`,
  noResults: "結果はありません",
  loading: "検索中…",
  failed: "検索に失敗しました。入力を続けるか、別の言葉をお試しください。",
  commandFailed: (name) => `「${name}」に失敗しました。もう一度お試しください。`,
  textSaved: (text) => `「${text}」は保存されました。入力欄が空になると元に戻ります。`,
};

export const japaneseDictationStrings: DictationStrings = {
  label: "音声入力",
  listening: "聞き取り中…話した内容がここに表示されます。",
  ended: "音声入力を終了しました",
  notAllowed: "マイクへのアクセスがブロックされています。ブラウザの設定で許可してください。",
  noMicrophone: "マイクが見つからないか、ほかのアプリが使用しています。",
  notSupported: "このブラウザ、またはこの言語では音声入力を利用できません。",
  network: "音声入力にはインターネット接続が必要です。",
  other: "音声入力が中断されました。もう一度お試しください。",
};

export const japaneseQueueStrings: QueueStrings = {
  label: "送信待ちのメッセージ",
  add: "送信待ちに追加",
  stopAndSend: "停止して送信",
  stopped: "一時停止中です。続けるにはメッセージを送信してください。",
  failed: "前回の回答は失敗しました。続けるにはメッセージを送信してください。",
  waiting: "対応が必要です",
  edit: "編集",
  move: "移動",
  moveUp: "上へ移動",
  moveDown: "下へ移動",
  sendNow: "今すぐ送信",
  remove: "削除",
  editorLabel: "送信待ちのメッセージ",
  save: "保存",
  cancel: "キャンセル",
  attachments: (count) => `添付ファイル${formatJapaneseNumber(count)}件`,
  moved: (position, count) =>
    `${formatJapaneseNumber(count)}件中${formatJapaneseNumber(position)}番目に移動しました`,
  added: "メッセージを送信待ちに追加しました",
  removed: "メッセージを送信待ちから削除しました",
  actionFailed: "問題が発生しました。もう一度お試しください。",
  alreadySent: "このメッセージはすでに送信されています。",
  dismiss: "閉じる",
};

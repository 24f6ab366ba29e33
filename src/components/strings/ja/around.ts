import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { number } from "./number.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => (text === "" ? `操作、${author}` : `操作、${author}：${text}`),
  copy: "メッセージをコピー",
  copied: "コピーしました",
  notCopied: "ブラウザがコピーを許可しませんでした。",
  edit: "メッセージを編集",
  save: "編集して送信",
  cancel: "キャンセル",
  regenerate: "回答を再生成",
  readAloud: "読み上げ",
  stopReading: "読み上げを停止",
  notRead: "読み上げられませんでした。",
  thumbsUp: "良い回答",
  thumbsDown: "良くない回答",
  export: "会話をダウンロード",
  fileName: "会話",
  stillAnswering: "まだ回答中です。終わってからもう一度お試しください。",
  notDone: "うまくいきませんでした。もう一度お試しください。",
};

export const attachmentStrings: AttachmentStrings = {
  label: "添付ファイル",
  attach: "ファイルを添付",
  remove: (name) => `${name} を削除`,
  record: "音声を録音",
  stopRecording: "録音を停止",
  recording: "録音",
  drop: "ファイルをドロップして添付",
  uploading: (name) => `${name} をアップロード中`,
  failed: "アップロード失敗",
  retry: (name) => `${name} をもう一度アップロード`,
  waiting: "ファイルの準備ができしだい送信します。",
  added: (names) => `${names} を添付しました`,
  removed: (name) => `${name} を削除しました`,
  list: (names) => new Intl.ListFormat("ja").format(names),
  size: (bytes) => formatBytes(bytes, "ja"),
  kinds: { image: "画像", audio: "音声", video: "動画", pdf: "PDF" },
  tooLarge: (names, limit) => `${names} は ${limit} を超えているため添付できません。`,
  tooMany: (names, limit) =>
    `${names} は添付できません。添付できるファイルは${number(limit)}件までです。`,
  notTaken: (names, kinds) =>
    kinds
      ? `${names} は添付できません。添付できるのは${kinds}のみです。`
      : `${names} は、このアシスタントでは使えない種類のファイルのため添付できません。`,
  folder: (names) => `${names} は添付できません。フォルダーではなくファイルを選んでください。`,
  unreadable: (names) => `${names} を読み取れません。`,
  notUploaded: (names) =>
    `${names} をアップロードできませんでした。もう一度試すか、削除してください。`,
  noMicrophone: "マイクを使用できません。",
};

export const branchStrings: BranchStrings = {
  version: (position, count) => `${number(count)}件中${number(position)}番目のバージョン`,
  place: (position, count) => `${number(position)} / ${number(count)}`,
  previous: "前のバージョン",
  next: "次のバージョン",
};

export const earlierStrings: EarlierStrings = {
  load: "以前のメッセージを読み込む",
  loadLater: "以降のメッセージを読み込む",
  loading: "以前のメッセージを読み込み中…",
  failed: "以前のメッセージを読み込めませんでした。",
  loaded: (count, isAll) => {
    const loaded = `以前のメッセージを${number(count)}件読み込みました。`;
    return isAll ? `${loaded}ここが会話の始まりです。` : loaded;
  },
};

export const surfaceStrings: SurfaceStrings = {
  close: "チャットを閉じる",
  unread: (count) => `新着メッセージ${number(count)}件`,
};

export const threadStrings: ThreadStrings = {
  label: "会話の一覧",
  create: "新しい会話",
  search: "会話を検索",
  untitled: "無題",
  empty: "会話はまだありません",
  nothingFound: "見つかりませんでした",
  archived: (count) => `アーカイブ（${number(count)}）`,
  running: "作業中",
  unread: "新着",
  needsInput: "要返答",
  actions: (title) => `「${title}」の操作`,
  rename: "名前を変更",
  archive: "アーカイブ",
  unarchive: "アーカイブから戻す",
  remove: "削除",
  title: "タイトル",
  confirmRemove: (title) => `「${title}」を完全に削除しますか？`,
  keep: "削除しない",
  renamed: (title) => `名前を「${title}」に変更しました`,
  removed: (title) => `「${title}」を削除しました`,
  hasArchived: (title) => `「${title}」をアーカイブしました`,
  hasUnarchived: (title) => `「${title}」をアーカイブから戻しました`,
  found: (count) => `${number(count)}件の会話が見つかりました`,
  notRead: "保存された会話を読み取れません。",
  notDone: "保存できませんでした。もう一度お試しください。",
};

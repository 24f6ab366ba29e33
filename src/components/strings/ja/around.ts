import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { number } from "./number.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => `${author}のメッセージの操作${text === "" ? "" : `：${text}`}`,
  copy: "メッセージをコピー",
  copied: "コピーしました",
  notCopied: "コピーできませんでした。ブラウザによってブロックされました。",
  edit: "メッセージを編集",
  save: "送信",
  cancel: "キャンセル",
  regenerate: "再生成",
  readAloud: "読み上げ",
  stopReading: "読み上げを停止",
  notRead: "読み上げられませんでした。",
  thumbsUp: "良い回答",
  thumbsDown: "良くない回答",
  export: "会話をダウンロード",
  fileName: "会話",
  stillAnswering: "回答が終わるまでお待ちください。",
  notDone: "問題が発生しました。もう一度お試しください。",
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
  failed: "アップロードに失敗しました",
  retry: (name) => `${name} を再アップロード`,
  waiting: "アップロードが完了したら送信します。",
  added: (names) => `${names} を添付しました`,
  removed: (name) => `${name} を削除しました`,
  list: (names) => new Intl.ListFormat("ja").format(names),
  size: (bytes) => formatBytes(bytes, "ja"),
  kinds: { image: "画像", audio: "音声", video: "動画", pdf: "PDF" },
  tooLarge: (names, limit) => `${names} はサイズが大きすぎます。上限は ${limit} です。`,
  tooMany: (names, limit) =>
    `添付できるファイルは${number(limit)}件までです。追加されなかったファイル：${names}`,
  notTaken: (names, kinds) =>
    kinds
      ? `${names} には対応していません。添付できるのは${kinds}です。`
      : `${names} には対応していません。このアシスタントではこの種類のファイルを使用できません。`,
  folder: (names) => `フォルダーは添付できません：${names}`,
  unreadable: (names) => `${names} を読み取れませんでした。`,
  notUploaded: (names) =>
    `${names} をアップロードできませんでした。再試行するか、削除してください。`,
  noMicrophone: "マイクにアクセスできませんでした。",
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
  nothingFound: "結果はありません",
  archived: (count) => `アーカイブ（${number(count)}）`,
  running: "作業中…",
  unread: "新着",
  needsInput: "対応待ち",
  actions: (title) => `「${title}」の操作`,
  rename: "名前を変更",
  archive: "アーカイブ",
  unarchive: "アーカイブを解除",
  remove: "削除",
  title: "タイトル",
  confirmRemove: (title) => `「${title}」を完全に削除しますか？`,
  keep: "キャンセル",
  renamed: (title) => `名前を「${title}」に変更しました`,
  removed: (title) => `「${title}」を削除しました`,
  hasArchived: (title) => `「${title}」をアーカイブしました`,
  hasUnarchived: (title) => `「${title}」のアーカイブを解除しました`,
  found: (count) => `${number(count)}件の会話が見つかりました`,
  notRead: "会話を読み込めませんでした。",
  notDone: "変更を保存できませんでした。もう一度お試しください。",
};

import type { ChatStrings } from "../chatStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { formatJapaneseNumber } from "./format.ts";

export const japaneseChatStrings: ChatStrings = {
  chat: "チャット",
  reload: "再読み込み",
  loadFailed: "読み込めませんでした。",
  outdated: "このページは更新されました。再読み込みしてください。",
  surface: {
    close: "チャットを閉じる",
    newChat: "新しい会話",
    history: "履歴",
    search: "チャットを検索",
    expand: "チャットを拡大",
    shrink: "チャットを縮小",
    resize: "チャットの幅を変更",
    unread: (count) => `新着メッセージ${formatJapaneseNumber(count)}件`,
  },
  transcript: "会話",
  authors: {
    user: "あなた",
    assistant: "アシスタント",
    system: "システム",
    developer: "開発者",
    tool: "ツールの結果",
    activity: "アクティビティ",
    reasoning: "思考",
  },

  composerLabel: "メッセージ",
  composerPlaceholder: "メッセージを入力…",
  send: "送信",
  stop: "停止",
  retry: "再試行",
  scrollToEnd: "最後までスクロール",
  welcome: "何かお手伝いできますか？",
  suggestions: "提案",

  run: {
    submitted: "回答を待っています",
    serverBusy: "前の回答の停止を待っています…",
    slow: "通常より時間がかかっています…",
    streaming: "作業中…",
    executing: "ツールを実行中…",
    waiting: "対応が必要です",
    reconnecting: "再接続中…",
    offline: "オフラインです。オンラインに戻ると再開します。",
    disconnected: "オフラインです",
    cancelled: "停止しました",
  },
  runningTools: (labels) => `実行中: ${labels.join("、")}…`,

  stopReason: {
    maxAutomaticRuns: "ツールの呼び出しが何度も続いたため、一時停止しました。",
    repeatedCall: "同じツールの呼び出しが繰り返されたため、一時停止しました。",
    unsentAnswers: "回答はまだ送信されていません。",
    continue: "続ける",
  },

  subagentPicker: { label: "エージェント", automatic: "自動" },

  answerFirst: "先に上の質問に回答してください",
  runningElsewhere: "別のウィンドウで回答中です。終わってから送信してください。",
  notSent: "メッセージを送信できませんでした。もう一度お試しください。",

  errorDetails: "詳細",
  signIn: "サインイン",
  errors: {
    network: "接続に失敗しました。インターネット接続を確認して、もう一度お試しください。",
    offline: "オフラインです。オンラインに戻ってから、もう一度お試しください。",
    timeout: "アシスタントの応答に時間がかかりすぎました。",
    signIn: "サインアウトしています。続けるにはサインインしてください。",
    noAccess: "このアシスタントへのアクセス権がありません。",
    tooMany: "リクエストが多すぎます。少し待ってから、もう一度お試しください。",
    tooLong: "この会話はアシスタントには長すぎます。",
    server: "現在、アシスタントで問題が発生しています。",
    agent: () => "アシスタントでエラーが発生しました。",
    unreadable: "アシスタントの回答を読み取れませんでした。",
    incomplete: "回答が途中で途切れました。",
    other: "問題が発生しました。",
  },

  announceMessage: (author, text) => `${author}：${text}`,
  announceLongMessage: (author, beginning, wordCount) =>
    `${author}：${beginning} 全体で約${formatJapaneseNumber(wordCount)}語のメッセージです。`,
  announceStart: (author) => `${author}が回答しています`,
  announceEnd: "回答が完了しました",
  announceInterrupts: (count, questions) => {
    const summary =
      count > 1 ? `${formatJapaneseNumber(count)}件の質問に回答が必要です` : "対応が必要です";
    return questions.length > 0 ? `${summary}：${questions.join(" ")}` : summary;
  },
};

export const japaneseThreadStrings: ThreadStrings = {
  label: "会話の一覧",
  create: "新しい会話",
  search: "会話を検索",
  untitled: "無題",
  empty: "会話はまだありません",
  noResults: "結果はありません",
  language: "ja",
  archived: (count) => `アーカイブ（${formatJapaneseNumber(count)}）`,
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
  cancelRemoval: "キャンセル",
  renamed: (title) => `名前を「${title}」に変更しました`,
  removed: (title) => `「${title}」を削除しました`,
  announceArchived: (title) => `「${title}」をアーカイブしました`,
  announceUnarchived: (title) => `「${title}」のアーカイブを解除しました`,
  resultCount: (count) => `${formatJapaneseNumber(count)}件の会話が見つかりました`,
  loadFailed: "会話を読み込めませんでした。",
  saveFailed: "変更を保存できませんでした。もう一度お試しください。",
};

import type { ChatStrings } from "../chatStrings.ts";
import { number } from "./number.ts";

export const chatStrings: ChatStrings = {
  chat: "チャット",
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
    streaming: "作業中",
    executing: "ツールを実行中",
    waiting: "あなたの返答が必要です",
    reconnecting: "再接続中",
    offline: "オフラインです。ネットワークに接続されると再開します。",
    disconnected: "オフライン",
    cancelled: "停止しました",
  },
  runningTools: (names) => `${names.join("、")}を実行しています`,

  halt: {
    maxSteps: "アシスタントがツールを何度も続けて使ったため、一時停止しました。",
    repeatedCall: "アシスタントが同じツールの呼び出しを繰り返したため、一時停止しました。",
    unsent: "回答はまだ送信されていません。",
    goOn: "続ける",
  },

  subagentPicker: { label: "担当", any: "自動" },

  queue: {
    label: "送信待ちのメッセージ",
    add: "送信待ちに追加",
    interrupt: "停止して送信",
    stopped: "停止しました。続けるにはメッセージを送信してください。",
    failed: "前回の回答に失敗しました。続けるにはメッセージを送信してください。",
    waiting: "あなたの返答が必要です",
    edit: "編集",
    moveUp: "上へ移動",
    moveDown: "下へ移動",
    sendNow: "今すぐ送信",
    remove: "削除",
    editing: "送信待ちのメッセージ",
    save: "保存",
    cancel: "キャンセル",
    attachments: (count) => `添付ファイル${number(count)}件`,
    moved: (place, count) => `${number(count)}件中${number(place)}番目に移動しました`,
    added: "メッセージを送信待ちに追加しました",
    removed: "メッセージを送信待ちから削除しました",
    notDone: "うまくいきませんでした。もう一度お試しください。",
    alreadySent: "そのメッセージはすでに送信されています。",
    dismiss: "閉じる",
  },

  answerFirst: "先に未回答の質問に答えてください",
  runsElsewhere: "別のウィンドウで実行中です。終わってから送信してください。",
  notSent: "送信していません。もう一度お試しください。",

  errorDetails: "詳細",
  errors: {
    network: "接続に失敗しました。ネットワークを確認して、もう一度お試しください。",
    offline: "オフラインです。ネットワークに接続してから、もう一度お試しください。",
    timeout: "エージェントの応答に時間がかかりすぎました。",
    signIn: "サインインしていないか、このエージェントを使う権限がありません。",
    tooMany: "一度に送信されたリクエストが多すぎます。少し待ってから、もう一度お試しください。",
    server: "現在、エージェントのサーバーで問題が発生しています。",
    unreadable: "エージェントのサーバーから読み取れないデータが届きました。",
    incomplete: "回答が途中で途切れました。",
    other: "問題が発生しました。",
  },

  announceMessage: (author, text) => `${author}：${text}`,
  announceStart: "アシスタントが回答しています",
  announceEnd: "アシスタントの回答が終わりました",
  announceAsking: (count, questions) => {
    const asking = count > 1 ? `${number(count)}件の質問に返答が必要です` : "返答が必要です";
    return questions.length > 0 ? `${asking}：${questions.join(" ")}` : asking;
  },
};

import type { MessageStrings } from "../messageStrings.ts";
import { formatJapaneseDuration, formatJapaneseNumber } from "./format.ts";

export const japaneseMessageStrings: MessageStrings = {
  toolCall: {
    streaming: "準備中",
    pending: "実行待ち",
    running: "実行中",
    waiting: "対応待ち",
    complete: "完了",
    warning: "エラーあり",
    failed: "失敗",
    denied: "拒否済み",
    unfinished: "中断",
    name: "ツール",
    arguments: "引数",
    progress: "進行状況",
    output: "出力",
    result: "結果",
    source: "JSON",
    error: "エラー",
    reason: "理由",
    deny: "拒否",
    rerun: "再実行",
    show: "表示",
  },

  answers: {
    approved: "承認済み",
    approvedEdited: "変更して承認済み",
    denied: "拒否済み",
    confirmed: "確認済み",
    declined: "「いいえ」と回答",
    answered: "回答済み",
    cancelled: "スキップ済み",
    waiting: "ほかの質問への回答待ち",
  },

  subagent: {
    running: "作業中…",
    finished: "完了",
    suspended: "対応待ち",
    failed: "失敗",
    result: "結果",
    announceFailed: (name, reason) => `${name}が失敗しました：${reason}`,
  },

  reasoning: "考えています",
  reasoningHidden: "考えています（非公開）",
  reasonedFor: (seconds) => `${formatJapaneseDuration(seconds)}間考えました`,
  reasoned: "思考プロセス",
  reasonedHidden: "考えました（非公開）",
  seconds: formatJapaneseDuration,
  task: { done: "完了", active: "進行中", failed: "失敗", open: "未着手" },

  value: {
    yes: "はい",
    no: "いいえ",
    none: "なし",
    tooDeep: "入れ子が深すぎるため表示できません。",
    moreItems: (count, hidden) =>
      count === hidden
        ? `ほか${formatJapaneseNumber(hidden)}件を表示`
        : `ほか${formatJapaneseNumber(hidden)}件のうち${formatJapaneseNumber(count)}件を表示`,
    moreText: (count, hidden) =>
      count === hidden
        ? `ほか${formatJapaneseNumber(hidden)}文字を表示`
        : `ほか${formatJapaneseNumber(hidden)}文字のうち${formatJapaneseNumber(count)}文字を表示`,
    blanks: (count) => `空白文字${formatJapaneseNumber(count)}個`,
    moreCharacters: (count) => `ほか${formatJapaneseNumber(count)}文字`,
  },

  notDisplayed: "正しく表示できませんでした。",

  image: "画像",
  audio: "音声",
  video: "動画",
  document: "文書",
  playFrom: (host) => `${host} から再生する`,
  lightbox: {
    open: (name) => `${name}を拡大する`,
    view: "画像の表示",
    larger: "拡大",
    smaller: "縮小",
    close: "閉じる",
  },
  player: {
    play: (name) => `${name}を再生する`,
    pause: (name) => `${name}を一時停止する`,
    position: "再生位置",
    time: (current, duration) => `${duration} 中 ${current}`,
  },
  markdown: {
    copy: "コピー",
    copied: "コピーしました",
    download: "ダウンロード",
    wrap: "行を折り返す",
    formula: "数式",
    footnotes: "脚注",
    footnote: (number) => `脚注${number}`,
    backToText: (number, time) =>
      time > 1
        ? `本文の脚注${number}の位置に戻る（${time}か所目）`
        : `本文の脚注${number}の位置に戻る`,
    codeBlock: "コード",
    table: "表",
    loadImage: (host) => `${host} から画像を読み込む`,
    citation: (number, title) => `出典 ${number}: ${title}`,
  },
};

import type {
  ActionStrings,
  BranchStrings,
  EarlierStrings,
  SearchStrings,
} from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { formatJapaneseMoney, formatJapaneseNumber, formatJapanesePercent } from "./format.ts";

export const japaneseActionStrings: ActionStrings = {
  label: (author, text) => `${author}のメッセージの操作${text === "" ? "" : `：${text}`}`,
  copy: "メッセージをコピー",
  copied: "コピーしました",
  copyFailed: "コピーできませんでした。ブラウザによってブロックされました。",
  edit: "メッセージを編集",
  save: "送信",
  cancel: "キャンセル",
  regenerate: "再生成",
  readAloud: "読み上げ",
  stopReading: "読み上げを停止",
  readAloudFailed: "読み上げられませんでした。",
  thumbsUp: "良い回答",
  thumbsDown: "良くない回答",
  export: "会話をダウンロード",
  fileName: "会話",
  stillResponding: "回答が終わるまでお待ちください。",
  actionFailed: "問題が発生しました。もう一度お試しください。",
};

export const japaneseBranchStrings: BranchStrings = {
  version: (position, count) =>
    `${formatJapaneseNumber(count)}件中${formatJapaneseNumber(position)}番目のバージョン`,
  position: (position, count) =>
    `${formatJapaneseNumber(position)} / ${formatJapaneseNumber(count)}`,
  previous: "前のバージョン",
  next: "次のバージョン",
};

export const japaneseEarlierStrings: EarlierStrings = {
  load: "以前のメッセージを読み込む",
  loadLater: "以降のメッセージを読み込む",
  loading: "以前のメッセージを読み込み中…",
  failed: "以前のメッセージを読み込めませんでした。",
  loaded: (count, isAll) => {
    const loaded = `以前のメッセージを${formatJapaneseNumber(count)}件読み込みました。`;
    return isAll ? `${loaded}ここが会話の始まりです。` : loaded;
  },
};

export const japaneseSearchStrings: SearchStrings = {
  label: "会話内を検索",
  position: (position, count) =>
    `${formatJapaneseNumber(count)}件中${formatJapaneseNumber(position)}件目`,
  none: "一致する箇所はありません",
  previous: "前の一致箇所",
  next: "次の一致箇所",
  close: "検索を閉じる",
};

export const japaneseWorkStrings: WorkStrings = {
  toolCalls: (count) => `ツールの呼び出し${formatJapaneseNumber(count)}件`,
  toolLabels: (labels) => labels.join("、"),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `完了${formatJapaneseNumber(done)}件`,
      running && `実行中${formatJapaneseNumber(running)}件`,
      waiting && `対応待ち${formatJapaneseNumber(waiting)}件`,
      warning && `エラーあり${formatJapaneseNumber(warning)}件`,
      failed && `失敗${formatJapaneseNumber(failed)}件`,
      unfinished && `中断${formatJapaneseNumber(unfinished)}件`,
      denied && `拒否${formatJapaneseNumber(denied)}件`,
    ]
      .filter(Boolean)
      .join("、"),
  moreWaitingCalls: (count) =>
    `ほか${formatJapaneseNumber(count)}件のツールの呼び出しが対応待ちです。`,
  steps: (count) => `${formatJapaneseNumber(count)}ステップ`,
  usageOfRun: "最新の回答",
  usageOfThread: "会話全体",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `入力${formatJapaneseNumber(input)}・出力${formatJapaneseNumber(output)}トークン`
      : `${formatJapaneseNumber(total)}トークン`,
  cost: (amount, currency, isComplete) => {
    const text = formatJapaneseMoney(amount, currency);
    return isComplete ? text : `${text}以上`;
  },
  usage: (tokens, cost) => `${tokens}（${cost}）`,
  progress: "進捗",
  share: (share) => formatJapanesePercent(share),
  progressOf: (done, total) => `${formatJapaneseNumber(total)}件中${formatJapaneseNumber(done)}件`,
  sources: "出典",
  moreSources: (count) => `ほか${formatJapaneseNumber(count)}件の出典`,
};

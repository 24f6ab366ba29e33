import type { ActionStrings, BranchStrings, EarlierStrings } from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { money, number, percent } from "./format.ts";

export const actionStrings: ActionStrings = {
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

export const branchStrings: BranchStrings = {
  version: (position, count) => `${number(count)}件中${number(position)}番目のバージョン`,
  position: (position, count) => `${number(position)} / ${number(count)}`,
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

export const workStrings: WorkStrings = {
  toolCalls: (count) => `ツールの呼び出し${number(count)}件`,
  toolLabels: (labels) => labels.join("、"),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `完了${number(done)}件`,
      running && `実行中${number(running)}件`,
      waiting && `対応待ち${number(waiting)}件`,
      warning && `エラーあり${number(warning)}件`,
      failed && `失敗${number(failed)}件`,
      unfinished && `中断${number(unfinished)}件`,
      denied && `拒否${number(denied)}件`,
    ]
      .filter(Boolean)
      .join("、"),
  steps: (count) => `${number(count)}ステップ`,
  usageOfRun: "最新の回答",
  usageOfThread: "会話全体",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `入力${number(input)}・出力${number(output)}トークン`
      : `${number(total)}トークン`,
  cost: (amount, currency, isComplete) => {
    const text = money(amount, currency);
    return isComplete ? text : `${text}以上`;
  },
  usage: (tokens, cost) => `${tokens}（${cost}）`,
  progress: "進捗",
  share: (share) => percent(share),
  progressOf: (done, total) => `${number(total)}件中${number(done)}件`,
  moreSources: (count) => `ほか${number(count)}件の出典`,
};

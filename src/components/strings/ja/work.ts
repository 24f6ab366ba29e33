import type { CompletionStrings } from "../completionStrings.ts";
import type { DictationStrings } from "../dictationStrings.ts";
import { moneyIn } from "../money.ts";
import type { WorkStrings } from "../workStrings.ts";
import { number } from "./number.ts";

export const completionStrings: CompletionStrings = {
  count: (count) => `候補${number(count)}件`,
  nothing: "結果はありません",
  loading: "検索中…",
  failed: "検索に失敗しました。入力を続けるか、別の言葉をお試しください。",
  notDone: (name) => `「${name}」に失敗しました。もう一度お試しください。`,
  kept: (text) => `「${text}」は保存されました。入力欄が空になると元に戻ります。`,
};

export const dictationStrings: DictationStrings = {
  label: "音声入力",
  listening: "聞き取り中…話した内容がここに表示されます。",
  ended: "音声入力を終了しました",
  notAllowed: "マイクへのアクセスがブロックされています。ブラウザの設定で許可してください。",
  noMicrophone: "マイクが見つからないか、ほかのアプリが使用しています。",
  notSupported: "このブラウザ、またはこの言語では音声入力を利用できません。",
  network: "音声入力にはインターネット接続が必要です。",
  other: "音声入力が中断されました。もう一度お試しください。",
};

const percent = new Intl.NumberFormat("ja", { style: "percent" });

export const workStrings: WorkStrings = {
  toolCalls: (count) => `ツールの呼び出し${number(count)}件`,
  toolNames: (names) => names.join("、"),
  toolCallCounts: ({ running, waiting, done, failed, denied }) =>
    [
      done && `完了${number(done)}件`,
      running && `実行中${number(running)}件`,
      waiting && `対応待ち${number(waiting)}件`,
      failed && `失敗${number(failed)}件`,
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
    const money = moneyIn("ja", amount, currency);
    return isComplete ? money : `${money}以上`;
  },
  usage: (tokens, cost) => `${tokens}（${cost}）`,
  progress: "進捗",
  share: (share) => percent.format(share),
  counted: (done, total) => `${number(total)}件中${number(done)}件`,
  moreSources: (count) => `ほか${number(count)}件の出典`,
};

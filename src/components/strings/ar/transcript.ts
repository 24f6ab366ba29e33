import type { ActionStrings, BranchStrings, EarlierStrings } from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { chatStrings } from "./chat.ts";
import { counted, isolateDirection, money, number, percent } from "./format.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === chatStrings.authors.user ? "رسالتك" : `الرسالة من ${isolateDirection(author)}`;
    return `إجراءات ${message}${text === "" ? "" : `: ${isolateDirection(text)}`}`;
  },
  copy: "نسخ الرسالة",
  copied: "تم النسخ",
  copyFailed: "تعذّر النسخ. حظره المتصفح.",
  edit: "تعديل الرسالة",
  save: "إرسال",
  cancel: "إلغاء",
  regenerate: "إعادة الإنشاء",
  readAloud: "قراءة بصوت مسموع",
  stopReading: "إيقاف القراءة",
  readAloudFailed: "تعذّرت القراءة بصوت مسموع.",
  thumbsUp: "رد جيد",
  thumbsDown: "رد سيئ",
  export: "تنزيل المحادثة",
  fileName: "محادثة",
  stillResponding: "يُرجى الانتظار حتى يكتمل الرد.",
  actionFailed: "حدث خطأ ما. يُرجى إعادة المحاولة.",
};

export const branchStrings: BranchStrings = {
  version: (position, count) => `النسخة ${number(position)} من ${number(count)}`,
  // Around a stroke, two numbers could be read from either side.
  position: (position, count) => `${number(position)} من ${number(count)}`,
  previous: "النسخة السابقة",
  next: "النسخة التالية",
};

export const earlierStrings: EarlierStrings = {
  load: "تحميل الرسائل السابقة",
  loadLater: "تحميل الرسائل اللاحقة",
  loading: "جارٍ تحميل الرسائل السابقة…",
  failed: "تعذّر تحميل الرسائل السابقة.",
  loaded: (count, isAll) => {
    const loaded = counted(count, {
      zero: "لم تُحمَّل أي رسائل سابقة.",
      one: "تم تحميل رسالة سابقة واحدة.",
      two: "تم تحميل رسالتين سابقتين.",
      few: "تم تحميل # رسائل سابقة.",
      many: "تم تحميل # رسالة سابقة.",
      other: "تم تحميل # رسالة سابقة.",
    });
    return isAll ? `${loaded} هنا تبدأ المحادثة.` : loaded;
  },
};

export const workStrings: WorkStrings = {
  toolCalls: (count) =>
    counted(count, {
      zero: "لا استدعاءات للأدوات",
      one: "استدعاء أداة واحد",
      two: "استدعاءان للأدوات",
      few: "# استدعاءات للأدوات",
      many: "# استدعاءً للأدوات",
      other: "# استدعاء للأدوات",
    }),
  toolLabels: (labels) => labels.join("، "),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `مكتملة: ${number(done)}`,
      running && `قيد التنفيذ: ${number(running)}`,
      waiting && `ردّك مطلوب: ${number(waiting)}`,
      warning && `أبلغت عن خطأ: ${number(warning)}`,
      failed && `فاشلة: ${number(failed)}`,
      unfinished && `متوقفة: ${number(unfinished)}`,
      denied && `مرفوضة: ${number(denied)}`,
    ]
      .filter(Boolean)
      .join("، "),
  steps: (count) =>
    counted(count, {
      zero: "لا خطوات",
      one: "خطوة واحدة",
      two: "خطوتان",
      few: "# خطوات",
      many: "# خطوة",
      other: "# خطوة",
    }),
  usageOfRun: "الرد الأخير",
  usageOfThread: "المحادثة",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `الرموز: ${number(input)} للإدخال · ${number(output)} للإخراج`
      : `الرموز: ${number(total)}`,
  cost: (amount, currency, isComplete) => {
    const text = isolateDirection(money(amount, currency));
    return isComplete ? text : `${text} على الأقل`;
  },
  usage: (tokens, cost) => `${tokens}، ${cost}`,
  progress: "التقدّم",
  share: (share) => percent(share),
  progressOf: (done, total) => `${number(done)} من ${number(total)}`,
  moreSources: (count) =>
    counted(count, {
      zero: "لا مصادر أخرى",
      one: "مصدر آخر",
      two: "مصدران آخران",
      few: "# مصادر أخرى",
      many: "# مصدرًا آخر",
      other: "# مصدر آخر",
    }),
};

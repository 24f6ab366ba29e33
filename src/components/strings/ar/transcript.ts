import type {
  ActionStrings,
  BranchStrings,
  EarlierStrings,
  SearchStrings,
} from "../transcriptStrings.ts";
import type { WorkStrings } from "../workStrings.ts";
import { arabicChatStrings } from "./chat.ts";
import {
  countArabic,
  formatArabicMoney,
  formatArabicNumber,
  formatArabicPercent,
  isolateDirection,
} from "./format.ts";

export const arabicActionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === arabicChatStrings.authors.user
        ? "رسالتك"
        : `الرسالة من ${isolateDirection(author)}`;
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

export const arabicBranchStrings: BranchStrings = {
  version: (position, count) =>
    `النسخة ${formatArabicNumber(position)} من ${formatArabicNumber(count)}`,
  // Around a stroke, two numbers could be read from either side.
  position: (position, count) => `${formatArabicNumber(position)} من ${formatArabicNumber(count)}`,
  previous: "النسخة السابقة",
  next: "النسخة التالية",
};

export const arabicEarlierStrings: EarlierStrings = {
  load: "تحميل الرسائل السابقة",
  loadLater: "تحميل الرسائل اللاحقة",
  loading: "جارٍ تحميل الرسائل السابقة…",
  failed: "تعذّر تحميل الرسائل السابقة.",
  loaded: (count, isAll) => {
    const loaded = countArabic(count, {
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

export const arabicSearchStrings: SearchStrings = {
  label: "البحث في المحادثة",
  position: (position, count) => `${formatArabicNumber(position)} من ${formatArabicNumber(count)}`,
  none: "لا نتائج مطابقة",
  previous: "النتيجة السابقة",
  next: "النتيجة التالية",
  close: "إغلاق البحث",
};

export const arabicWorkStrings: WorkStrings = {
  toolCalls: (count) =>
    countArabic(count, {
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
      done && `مكتملة: ${formatArabicNumber(done)}`,
      running && `قيد التنفيذ: ${formatArabicNumber(running)}`,
      waiting && `ردّك مطلوب: ${formatArabicNumber(waiting)}`,
      warning && `أبلغت عن خطأ: ${formatArabicNumber(warning)}`,
      failed && `فاشلة: ${formatArabicNumber(failed)}`,
      unfinished && `متوقفة: ${formatArabicNumber(unfinished)}`,
      denied && `مرفوضة: ${formatArabicNumber(denied)}`,
    ]
      .filter(Boolean)
      .join("، "),
  moreWaitingCalls: (count) =>
    countArabic(count, {
      zero: "لا استدعاءات أخرى للأدوات بحاجة إلى ردّك.",
      one: "استدعاء آخر لأداة بحاجة إلى ردّك.",
      two: "استدعاءان آخران للأدوات بحاجة إلى ردّك.",
      few: "# استدعاءات أخرى للأدوات بحاجة إلى ردّك.",
      many: "# استدعاءً آخر للأدوات بحاجة إلى ردّك.",
      other: "# استدعاء آخر للأدوات بحاجة إلى ردّك.",
    }),
  steps: (count) =>
    countArabic(count, {
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
      ? `الرموز: ${formatArabicNumber(input)} للإدخال · ${formatArabicNumber(output)} للإخراج`
      : `الرموز: ${formatArabicNumber(total)}`,
  cost: (amount, currency, isComplete) => {
    const text = isolateDirection(formatArabicMoney(amount, currency));
    return isComplete ? text : `${text} على الأقل`;
  },
  usage: (tokens, cost) => `${tokens}، ${cost}`,
  progress: "التقدّم",
  share: (share) => formatArabicPercent(share),
  progressOf: (done, total) => `${formatArabicNumber(done)} من ${formatArabicNumber(total)}`,
  sources: "المصادر",
  moreSources: (count) =>
    countArabic(count, {
      zero: "لا مصادر أخرى",
      one: "مصدر آخر",
      two: "مصدران آخران",
      few: "# مصادر أخرى",
      many: "# مصدرًا آخر",
      other: "# مصدر آخر",
    }),
};

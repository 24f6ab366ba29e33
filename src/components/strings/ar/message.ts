import type { MessageStrings } from "../messageStrings.ts";
import {
  countArabic,
  formatArabicDuration,
  formatArabicNumber,
  isolateDirection,
} from "./format.ts";

export const arabicMessageStrings: MessageStrings = {
  toolCall: {
    streaming: "قيد التحضير",
    pending: "في قائمة الانتظار",
    running: "قيد التشغيل",
    waiting: "ردّك مطلوب",
    complete: "تم",
    warning: "أبلغ عن خطأ",
    failed: "فشل",
    denied: "مرفوض",
    unfinished: "متوقف",
    name: "الأداة",
    arguments: "المُدخلات",
    progress: "التقدّم",
    output: "المُخرجات",
    result: "النتيجة",
    source: "JSON",
    error: "الخطأ",
    reason: "السبب",
    deny: "رفض",
    rerun: "تشغيل من جديد",
    show: "عرض",
  },

  answers: {
    approved: "تمت الموافقة",
    approvedEdited: "تمت الموافقة مع تعديلات",
    denied: "تم الرفض",
    confirmed: "تم التأكيد",
    declined: "تمت الإجابة بـ«لا»",
    answered: "تمت الإجابة",
    cancelled: "تم التخطّي",
    waiting: "في انتظار إجاباتك الأخرى",
  },

  subagent: {
    running: "جارٍ العمل…",
    finished: "تم",
    suspended: "ردّك مطلوب",
    failed: "فشل",
    result: "النتيجة",
    announceFailed: (name, reason) => `فشل ${isolateDirection(name)}: ${reason}`,
  },

  reasoning: "جارٍ التفكير",
  reasoningHidden: "جارٍ التفكير (مخفي)",
  reasonedFor: (seconds) => {
    if (seconds >= 60) return `فكّر لمدة ${formatArabicDuration(seconds)}`;
    return countArabic(seconds, {
      zero: "فكّر لأقل من ثانية",
      one: "فكّر لمدة ثانية واحدة",
      two: "فكّر لمدة ثانيتين",
      few: "فكّر لمدة # ثوانٍ",
      many: "فكّر لمدة # ثانية",
      other: "فكّر لمدة # ثانية",
    });
  },
  reasoned: "مسار التفكير",
  reasonedHidden: "تم التفكير (مخفي)",
  seconds: formatArabicDuration,
  task: { done: "تم", active: "قيد التنفيذ", failed: "فشل", open: "لم يبدأ" },

  value: {
    yes: "نعم",
    no: "لا",
    none: "لا يوجد",
    tooDeep: "مستويات متداخلة أكثر مما يمكن عرضه.",
    moreItems: (count, hidden) => `عرض ${partOf(count, hidden)}${otherItems(hidden)}`,
    moreText: (count, hidden) => `عرض ${partOf(count, hidden)}${otherCharacters(hidden)}`,
    blanks: (count) =>
      countArabic(count, {
        zero: "لا محارف فارغة",
        one: "محرف فارغ",
        two: "محرفان فارغان",
        few: "# محارف فارغة",
        many: "# محرفًا فارغًا",
        other: "# محرف فارغ",
      }),
    moreCharacters: (count) =>
      countArabic(count, {
        zero: "لا محارف أخرى",
        one: "محرف آخر",
        two: "محرفان آخران",
        few: "# محارف أخرى",
        many: "# محرفًا آخر",
        other: "# محرف آخر",
      }),
  },

  notDisplayed: "تعذّر عرض هذا المحتوى بشكل صحيح.",

  image: "صورة",
  audio: "صوت",
  video: "فيديو",
  document: "مستند",
  playFrom: (host) => `تشغيل من ${isolateDirection(host)}`,
  lightbox: {
    open: (name) => `تكبير ${isolateDirection(name)}`,
    view: "عرض الصورة",
    larger: "أكبر",
    smaller: "أصغر",
    close: "إغلاق",
  },
  player: {
    play: (name) => `تشغيل ${isolateDirection(name)}`,
    pause: (name) => `إيقاف ${isolateDirection(name)} مؤقتًا`,
    position: "موضع التشغيل",
    time: (current, duration) => `${current} من ${duration}`,
  },
  markdown: {
    copy: "نسخ",
    copied: "تم النسخ",
    download: "تنزيل",
    wrap: "التفاف الأسطر",
    formula: "معادلة",
    footnotes: "الحواشي",
    footnote: (note) => `الحاشية ${formatArabicNumber(note)}`,
    backToText: (note, time) =>
      time > 1
        ? `العودة إلى النص، الحاشية ${formatArabicNumber(note)}، الموضع ${formatArabicNumber(time)}`
        : `العودة إلى النص، الحاشية ${formatArabicNumber(note)}`,
    codeBlock: "نص برمجي",
    table: "جدول",
    loadImage: (host) => `تحميل الصورة من ${isolateDirection(host)}`,
    citation: (number, title) => `المصدر ${formatArabicNumber(number)}: ${isolateDirection(title)}`,
  },
};

/** Returns the text before a total, “3 of ” in Arabic; `""` when the count is the total. */
function partOf(count: number, total: number): string {
  return count === total ? "" : `${formatArabicNumber(count)} من أصل `;
}

function otherItems(count: number): string {
  return countArabic(count, {
    zero: "صفر من العناصر",
    one: "عنصر آخر",
    two: "عنصرين آخرين",
    few: "# عناصر أخرى",
    many: "# عنصرًا آخر",
    other: "# عنصر آخر",
  });
}

function otherCharacters(count: number): string {
  return countArabic(count, {
    zero: "صفر من المحارف",
    one: "محرف آخر",
    two: "محرفين آخرين",
    few: "# محارف أخرى",
    many: "# محرفًا آخر",
    other: "# محرف آخر",
  });
}

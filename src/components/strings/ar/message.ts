import type { MessageStrings } from "../messageStrings.ts";
import { counted, isolate, number } from "./grammar.ts";

export const messageStrings: MessageStrings = {
  toolCall: {
    streaming: "قيد التحضير",
    pending: "على وشك التشغيل",
    running: "قيد التشغيل",
    waiting: "في انتظار ردّك",
    complete: "تم",
    failed: "فشل",
    denied: "مرفوض",
    unfinished: "لم يكتمل",
    arguments: "المُدخلات",
    progress: "التقدّم",
    output: "المُخرجات",
    result: "النتيجة",
    error: "الخطأ",
    reason: "السبب",
    decline: "رفض",
    rerun: "تشغيل من جديد",
  },

  answers: {
    approved: "تمت الموافقة",
    approvedEdited: "تمت الموافقة مع تعديلات",
    denied: "تم الرفض",
    confirmed: "تم التأكيد",
    declined: "لم يتم التأكيد",
    answered: "تمت الإجابة",
    cancelled: "أُلغي",
    waiting: "في انتظار الإجابات الأخرى",
  },
  loadFailed: "تعذّر تحميل هذا المحتوى.",

  subagent: {
    running: "قيد العمل",
    finished: "تم",
    suspended: "في انتظار ردّك",
    failed: "فشل",
    result: "النتيجة",
    announceFailed: (name, reason) => `فشل ${isolate(name)}: ${reason}`,
  },

  thinking: "جارٍ التفكير",
  thinkingPrivately: "جارٍ التفكير بسرّية",
  thoughtFor: (seconds) =>
    counted(seconds, {
      zero: "فكّر لأقل من ثانية",
      one: "فكّر لمدة ثانية واحدة",
      two: "فكّر لمدة ثانيتين",
      few: "فكّر لمدة # ثوانٍ",
      many: "فكّر لمدة # ثانية",
      other: "فكّر لمدة # ثانية",
    }),
  thought: "فكّر في ذلك",
  thoughtPrivately: "فكّر بسرّية",
  seconds: (seconds) => `${number(seconds)} ث`,
  task: { done: "تم", active: "قيد التنفيذ", failed: "فشل", open: "لم يبدأ" },

  value: { yes: "نعم", no: "لا", none: "لا يوجد" },

  image: "صورة",
  audio: "صوت",
  video: "فيديو",
  document: "مستند",
  markdown: {
    copy: "نسخ",
    copied: "تم النسخ",
    wrap: "التفاف الأسطر",
    formula: "معادلة",
    footnotes: "الحواشي",
    footnote: (note) => `الحاشية ${number(note)}`,
    backToText: (note, time) =>
      time > 1
        ? `العودة إلى النص، الحاشية ${number(note)}، الموضع ${number(time)}`
        : `العودة إلى النص، الحاشية ${number(note)}`,
    codeBlock: "نص برمجي",
    table: "جدول",
    loadImage: (host) => `تحميل الصورة من ${isolate(host)}`,
  },
};

import type { CompletionStrings } from "../completionStrings.ts";
import type { DictationStrings } from "../dictationStrings.ts";
import { moneyIn } from "../money.ts";
import type { WorkStrings } from "../workStrings.ts";
import { counted, isolate, LANGUAGE, number } from "./grammar.ts";

export const completionStrings: CompletionStrings = {
  count: (count) =>
    counted(count, {
      zero: "لا اقتراحات",
      one: "اقتراح واحد",
      two: "اقتراحان",
      few: "# اقتراحات",
      many: "# اقتراحًا",
      other: "# اقتراح",
    }),
  nothing: "لا نتائج",
  loading: "جارٍ البحث…",
  failed: "فشل البحث. يُرجى مواصلة الكتابة أو تجربة كلمة أخرى.",
  notDone: (name) => `فشل «${isolate(name)}». يُرجى إعادة المحاولة.`,
  kept: (text) => `تم حفظ «${isolate(text)}» وسيعود عندما يصبح الحقل فارغًا.`,
};

export const dictationStrings: DictationStrings = {
  label: "إملاء صوتي",
  listening: "جارٍ الاستماع… يظهر كلامك هنا.",
  ended: "انتهى الإملاء الصوتي",
  notAllowed: "الوصول إلى الميكروفون محظور. يُرجى السماح به من إعدادات المتصفح.",
  noMicrophone: "لم يُعثر على ميكروفون، أو يستخدمه تطبيق آخر.",
  notSupported: "الإملاء الصوتي غير متاح في هذا المتصفح أو بهذه اللغة.",
  network: "يحتاج الإملاء الصوتي إلى اتصال بالإنترنت.",
  other: "توقّف الإملاء الصوتي. يُرجى إعادة المحاولة.",
};

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent" });

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
  toolNames: (names) => names.join("، "),
  toolCallCounts: ({ running, waiting, done, failed, denied }) =>
    [
      done && `مكتملة: ${number(done)}`,
      running && `قيد التنفيذ: ${number(running)}`,
      waiting && `ردّك مطلوب: ${number(waiting)}`,
      failed && `فاشلة: ${number(failed)}`,
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
    const money = isolate(moneyIn(LANGUAGE, amount, currency));
    return isComplete ? money : `${money} على الأقل`;
  },
  usage: (tokens, cost) => `${tokens}، ${cost}`,
  progress: "التقدّم",
  share: (share) => percent.format(share),
  counted: (done, total) => `${number(done)} من ${number(total)}`,
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

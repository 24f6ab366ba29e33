import type { ChatStrings } from "../chatStrings.ts";
import { counted, isolate, number } from "./grammar.ts";

export const chatStrings: ChatStrings = {
  chat: "الدردشة",
  transcript: "المحادثة",
  authors: {
    user: "أنت",
    assistant: "المساعد",
    system: "النظام",
    developer: "المطوّر",
    tool: "نتيجة الأداة",
    activity: "النشاط",
    reasoning: "التفكير",
  },

  composerLabel: "الرسالة",
  composerPlaceholder: "كتابة رسالة…",
  send: "إرسال",
  stop: "إيقاف",
  retry: "إعادة المحاولة",
  scrollToEnd: "الانتقال إلى النهاية",
  welcome: "كيف يمكنني المساعدة؟",
  suggestions: "اقتراحات",

  run: {
    submitted: "في انتظار الإجابة",
    streaming: "قيد العمل",
    executing: "جارٍ تشغيل الأدوات",
    waiting: "في انتظار ردّك",
    reconnecting: "جارٍ إعادة الاتصال",
    offline: "لا يوجد اتصال. سيُستأنف العمل عند عودة الشبكة.",
    disconnected: "غير متصل",
    cancelled: "تم الإيقاف",
  },
  runningTools: (names) => `جارٍ تشغيل ${names.map(isolate).join("، ")}`,

  halt: {
    maxSteps: "استخدم المساعد الأدوات مرات كثيرة متتالية ثم توقّف مؤقتًا.",
    repeatedCall: "كرّر المساعد استدعاء الأداة نفسها ثم توقّف مؤقتًا.",
    unsent: "لم تُرسل إجاباتك بعد.",
    goOn: "متابعة",
  },

  subagentPicker: { label: "المنفّذ", any: "تلقائي" },

  queue: {
    label: "الرسائل المنتظرة",
    add: "إضافة إلى قائمة الانتظار",
    interrupt: "إيقاف وإرسال",
    stopped: "تم الإيقاف. للمتابعة يمكن إرسال رسالة منها.",
    failed: "تعذّرت الإجابة الأخيرة. للمتابعة يمكن إرسال رسالة منها.",
    waiting: "في انتظار ردّك",
    edit: "تعديل",
    moveUp: "نقل إلى أعلى",
    moveDown: "نقل إلى أسفل",
    sendNow: "إرسال الآن",
    remove: "إزالة",
    editing: "رسالة منتظرة",
    save: "حفظ",
    cancel: "إلغاء",
    attachments: (count) =>
      counted(count, {
        zero: "لا مرفقات",
        one: "مرفق واحد",
        two: "مرفقان",
        few: "# مرفقات",
        many: "# مرفقًا",
        other: "# مرفق",
      }),
    moved: (place, count) => `نُقلت إلى الموضع ${number(place)} من ${number(count)}`,
    added: "أُضيفت الرسالة إلى قائمة الانتظار",
    removed: "أُزيلت الرسالة من قائمة الانتظار",
    notDone: "تعذّر ذلك. يُرجى إعادة المحاولة.",
    alreadySent: "سبق إرسال هذه الرسالة.",
    dismiss: "إخفاء",
  },

  answerFirst: "يجب الرد على السؤال المفتوح أولًا",
  runsElsewhere: "المساعد مشغول في نافذة أخرى. يمكن الإرسال بعد ذلك.",
  notSent: "لم تُرسَل. يُرجى إعادة المحاولة.",

  errorDetails: "التفاصيل",
  errors: {
    network: "فشل الاتصال. يُرجى التحقق من الشبكة وإعادة المحاولة.",
    offline: "لا يوجد اتصال. يُرجى إعادة المحاولة عند توفّر الشبكة.",
    timeout: "استغرق المساعد وقتًا أطول من اللازم للإجابة.",
    signIn: "لم يتم تسجيل الدخول، أو أن استخدام هذا المساعد غير مسموح.",
    tooMany: "عدد الطلبات كبير. يُرجى الانتظار قليلًا ثم إعادة المحاولة.",
    server: "يواجه خادم المساعد مشكلة في الوقت الحالي.",
    unreadable: "أرسل خادم المساعد بيانات تتعذّر قراءتها.",
    incomplete: "انقطعت الإجابة قبل اكتمالها.",
    other: "حدث خطأ ما.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceStart: "المساعد يجيب",
  announceEnd: "انتهى المساعد",
  announceAsking: (count, questions) => {
    const asking = counted(count, {
      zero: "في انتظار ردّك",
      one: "في انتظار ردّك",
      two: "سؤالان في انتظار ردّك",
      few: "# أسئلة في انتظار ردّك",
      many: "# سؤالًا في انتظار ردّك",
      other: "# سؤال في انتظار ردّك",
    });
    return questions.length > 0 ? `${asking}: ${questions.join(" ")}` : asking;
  },
};

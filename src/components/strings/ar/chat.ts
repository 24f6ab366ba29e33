import type { ChatStrings } from "../chatStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { countArabic, formatArabicNumber, isolateDirection } from "./format.ts";

export const arabicChatStrings: ChatStrings = {
  chat: "الدردشة",
  reload: "إعادة تحميل الصفحة",
  loadFailed: "تعذّر تحميل هذا المحتوى.",
  outdated: "تم تحديث هذه الصفحة. يُرجى إعادة تحميلها للمتابعة.",
  surface: {
    close: "إغلاق الدردشة",
    newChat: "محادثة جديدة",
    history: "السجلّ",
    search: "البحث في الدردشة",
    expand: "تكبير الدردشة",
    shrink: "تصغير الدردشة",
    resize: "تغيير عرض الدردشة",
    unread: (count) =>
      countArabic(count, {
        zero: "لا رسائل جديدة",
        one: "رسالة جديدة واحدة",
        two: "رسالتان جديدتان",
        few: "# رسائل جديدة",
        many: "# رسالة جديدة",
        other: "# رسالة جديدة",
      }),
  },
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
    submitted: "في انتظار الرد",
    serverBusy: "في انتظار توقّف الرد السابق…",
    slow: "يستغرق هذا وقتًا أطول من المعتاد…",
    streaming: "جارٍ العمل…",
    executing: "جارٍ تشغيل الأدوات…",
    waiting: "ردّك مطلوب",
    reconnecting: "جارٍ إعادة الاتصال…",
    offline: "لا يتوفّر اتصال بالإنترنت. سيُستأنف العمل عند عودة الاتصال.",
    disconnected: "لا يتوفّر اتصال بالإنترنت",
    cancelled: "تم الإيقاف",
  },
  runningTools: (labels) => `قيد التشغيل: ${labels.map(isolateDirection).join("، ")}…`,

  stopReason: {
    maxAutomaticRuns: "تم التوقف مؤقتًا بعد استدعاءات كثيرة متتالية للأدوات.",
    repeatedCall: "تم التوقف مؤقتًا بسبب تكرار استدعاء الأداة نفسها.",
    unsentAnswers: "لم تُرسل إجاباتك بعد.",
    continue: "متابعة",
  },

  subagentPicker: { label: "الوكيل", automatic: "تلقائي" },

  answerFirst: "يُرجى الإجابة عن السؤال أعلاه أولًا",
  runningElsewhere: "يجري الرد في نافذة أخرى. يُرجى الإرسال بعد اكتماله.",
  notSent: "لم تُرسَل الرسالة. يُرجى إعادة المحاولة.",

  errorDetails: "التفاصيل",
  signIn: "تسجيل الدخول",
  errors: {
    network: "فشل الاتصال. يُرجى التحقق من اتصال الإنترنت وإعادة المحاولة.",
    offline: "لا يتوفّر اتصال بالإنترنت. يُرجى إعادة المحاولة عند عودة الاتصال.",
    timeout: "استغرق المساعد وقتًا طويلًا جدًا للرد.",
    signIn: "تم تسجيل خروجك. سجّل الدخول للمتابعة.",
    noAccess: "ليست لديك صلاحية استخدام هذا المساعد.",
    tooMany: "عدد الطلبات كبير جدًا. يُرجى الانتظار قليلًا ثم إعادة المحاولة.",
    tooLong: "هذه المحادثة أطول مما يستطيع المساعد قراءته.",
    server: "يواجه المساعد مشكلة حاليًا.",
    agent: () => "واجه المساعد مشكلة.",
    unreadable: "تعذّرت قراءة رد المساعد.",
    incomplete: "انقطع الرد قبل اكتماله.",
    other: "حدث خطأ ما.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceLongMessage: (author, beginning, wordCount) =>
    `${author}: ${beginning} ${countArabic(wordCount, {
      zero: "الرسالة طويلة.",
      one: "تتكون الرسالة من كلمة واحدة تقريبًا.",
      two: "تتكون الرسالة من كلمتين تقريبًا.",
      few: "تتكون الرسالة من # كلمات تقريبًا.",
      many: "تتكون الرسالة من # كلمة تقريبًا.",
      other: "تتكون الرسالة من # كلمة تقريبًا.",
    })}`,
  announceStart: (author) => `${isolateDirection(author)} يردّ`,
  announceEnd: "اكتمل الرد",
  announceInterrupts: (count, questions) => {
    const summary = countArabic(count, {
      zero: "ردّك مطلوب",
      one: "ردّك مطلوب",
      two: "سؤالان بحاجة إلى إجابتك",
      few: "# أسئلة بحاجة إلى إجابتك",
      many: "# سؤالًا بحاجة إلى إجابتك",
      other: "# سؤال بحاجة إلى إجابتك",
    });
    return questions.length > 0 ? `${summary}: ${questions.join(" ")}` : summary;
  },
};

export const arabicThreadStrings: ThreadStrings = {
  label: "المحادثات",
  create: "محادثة جديدة",
  search: "البحث في المحادثات",
  untitled: "بلا عنوان",
  empty: "لا محادثات بعد",
  noResults: "لا نتائج",
  language: "ar-u-nu-latn",
  archived: (count) => `المؤرشفة (${formatArabicNumber(count)})`,
  running: "جارٍ العمل…",
  unread: "جديدة",
  needsInput: "ردّك مطلوب",
  actions: (title) => `إجراءات ${isolateDirection(title)}`,
  rename: "إعادة التسمية",
  archive: "أرشفة",
  unarchive: "إلغاء الأرشفة",
  remove: "حذف",
  title: "العنوان",
  confirmRemove: (title) => `حذف «${isolateDirection(title)}» نهائيًا؟`,
  cancelRemoval: "إلغاء",
  renamed: (title) => `أُعيدت التسمية إلى ${isolateDirection(title)}`,
  removed: (title) => `تم حذف ${isolateDirection(title)}`,
  announceArchived: (title) => `تمت أرشفة ${isolateDirection(title)}`,
  announceUnarchived: (title) => `تم إلغاء أرشفة ${isolateDirection(title)}`,
  resultCount: (count) =>
    countArabic(count, {
      zero: "لم يُعثر على أي محادثة",
      one: "عُثر على محادثة واحدة",
      two: "عُثر على محادثتين",
      few: "عُثر على # محادثات",
      many: "عُثر على # محادثة",
      other: "عُثر على # محادثة",
    }),
  loadFailed: "تعذّر تحميل محادثاتك.",
  saveFailed: "تعذّر حفظ التغيير. يُرجى إعادة المحاولة.",
};

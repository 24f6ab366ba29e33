import type { AttachmentStrings, CompletionStrings, DictationStrings } from "../composerStrings.ts";
import type { QueueStrings } from "../queueStrings.ts";
import {
  countArabic,
  formatArabicFileSize,
  formatArabicList,
  formatArabicNumber,
  isolateDirection,
} from "./format.ts";

export const arabicAttachmentStrings: AttachmentStrings = {
  label: "المرفقات",
  attach: "إرفاق ملفات",
  remove: (name) => `إزالة ${isolateDirection(name)}`,
  record: "تسجيل صوت",
  stopRecording: "إيقاف التسجيل",
  recording: "تسجيل",
  drop: "إفلات الملفات هنا لإرفاقها",
  uploading: (name) => `جارٍ رفع ${isolateDirection(name)}`,
  failed: "فشل الرفع",
  retry: (name) => `إعادة رفع ${isolateDirection(name)}`,
  waiting: "ستُرسل عند اكتمال الرفع.",
  added: (names) => `تم إرفاق ${names}`,
  removed: (name) => `تمت إزالة ${isolateDirection(name)}`,
  list: (names) => formatArabicList(names),
  size: (bytes) => formatArabicFileSize(bytes),
  kinds: { image: "الصور", audio: "الملفات الصوتية", video: "مقاطع الفيديو", pdf: "ملفات PDF" },
  tooLarge: (names, limit) => `حجم ${names} كبير جدًا. الحد الأقصى ${isolateDirection(limit)}.`,
  tooMany: (names, limit) =>
    `${countArabic(limit, {
      zero: "لا يمكن إرفاق أي ملف",
      one: "يمكن إرفاق ملف واحد فقط",
      two: "يمكن إرفاق ملفين كحد أقصى",
      few: "يمكن إرفاق # ملفات كحد أقصى",
      many: "يمكن إرفاق # ملفًا كحد أقصى",
      other: "يمكن إرفاق # ملف كحد أقصى",
    })}. لم تتم إضافة: ${names}.`,
  notSupported: (names, kinds) =>
    `الملفات غير المدعومة: ${names}. ${kinds ? `يمكن إرفاق ${kinds}.` : "لا يقبل هذا المساعد هذا النوع من الملفات."}`,
  folder: (names) => `لا يمكن إرفاق المجلدات: ${names}.`,
  unreadable: (names) => `تعذّرت قراءة ${names}.`,
  uploadFailed: (names) => `تعذّر رفع ${names}. يُرجى إعادة المحاولة أو الإزالة.`,
  noMicrophone: "تعذّر الوصول إلى الميكروفون.",
};

export const arabicCompletionStrings: CompletionStrings = {
  count: (count) =>
    countArabic(count, {
      zero: "لا اقتراحات",
      one: "اقتراح واحد",
      two: "اقتراحان",
      few: "# اقتراحات",
      many: "# اقتراحًا",
      other: "# اقتراح",
    }),
  noResults: "لا نتائج",
  loading: "جارٍ البحث…",
  failed: "فشل البحث. يُرجى مواصلة الكتابة أو تجربة كلمة أخرى.",
  commandFailed: (name) => `فشل «${isolateDirection(name)}». يُرجى إعادة المحاولة.`,
  textSaved: (text) => `تم حفظ «${isolateDirection(text)}» وسيعود عندما يصبح الحقل فارغًا.`,
};

export const arabicDictationStrings: DictationStrings = {
  label: "إملاء صوتي",
  listening: "جارٍ الاستماع… يظهر كلامك هنا.",
  ended: "انتهى الإملاء الصوتي",
  notAllowed: "الوصول إلى الميكروفون محظور. يُرجى السماح به من إعدادات المتصفح.",
  noMicrophone: "لم يُعثر على ميكروفون، أو يستخدمه تطبيق آخر.",
  notSupported: "الإملاء الصوتي غير متاح في هذا المتصفح أو بهذه اللغة.",
  network: "يحتاج الإملاء الصوتي إلى اتصال بالإنترنت.",
  other: "توقّف الإملاء الصوتي. يُرجى إعادة المحاولة.",
};

export const arabicQueueStrings: QueueStrings = {
  label: "الرسائل المنتظرة",
  add: "إضافة إلى قائمة الانتظار",
  stopAndSend: "إيقاف وإرسال",
  stopped: "تم التوقف مؤقتًا. للمتابعة، يُرجى إرسال رسالة.",
  failed: "فشل الرد الأخير. للمتابعة، يُرجى إرسال رسالة.",
  waiting: "ردّك مطلوب",
  edit: "تعديل",
  move: "نقل",
  moveUp: "نقل إلى أعلى",
  moveDown: "نقل إلى أسفل",
  sendNow: "إرسال الآن",
  remove: "إزالة",
  editorLabel: "رسالة منتظرة",
  save: "حفظ",
  cancel: "إلغاء",
  attachments: (count) =>
    countArabic(count, {
      zero: "لا مرفقات",
      one: "مرفق واحد",
      two: "مرفقان",
      few: "# مرفقات",
      many: "# مرفقًا",
      other: "# مرفق",
    }),
  moved: (position, count) =>
    `نُقلت إلى الموضع ${formatArabicNumber(position)} من ${formatArabicNumber(count)}`,
  added: "أُضيفت الرسالة إلى قائمة الانتظار",
  removed: "أُزيلت الرسالة من قائمة الانتظار",
  actionFailed: "حدث خطأ ما. يُرجى إعادة المحاولة.",
  alreadySent: "سبق إرسال هذه الرسالة.",
  dismiss: "إخفاء",
};

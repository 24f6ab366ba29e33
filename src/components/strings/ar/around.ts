import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { counted, isolate, LANGUAGE, number } from "./grammar.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) =>
    text === ""
      ? `الإجراءات، ${isolate(author)}`
      : `الإجراءات، ${isolate(author)}: ${isolate(text)}`,
  copy: "نسخ الرسالة",
  copied: "تم النسخ",
  notCopied: "لم يسمح المتصفح بالنسخ.",
  edit: "تعديل الرسالة",
  save: "إرسال المعدَّلة",
  cancel: "إلغاء",
  regenerate: "إعادة الإجابة",
  readAloud: "قراءة بصوت مسموع",
  stopReading: "إيقاف القراءة",
  notRead: "تعذّرت القراءة بصوت مسموع.",
  thumbsUp: "إجابة جيدة",
  thumbsDown: "إجابة سيئة",
  export: "تنزيل المحادثة",
  fileName: "محادثة",
  stillAnswering: "الإجابة ما زالت جارية. يُرجى إعادة المحاولة بعدها.",
  notDone: "تعذّر ذلك. يُرجى إعادة المحاولة.",
};

export const attachmentStrings: AttachmentStrings = {
  label: "المرفقات",
  attach: "إرفاق ملفات",
  remove: (name) => `إزالة ${isolate(name)}`,
  record: "تسجيل صوت",
  stopRecording: "إيقاف التسجيل",
  recording: "تسجيل",
  drop: "إفلات الملفات هنا لإرفاقها",
  uploading: (name) => `جارٍ رفع ${isolate(name)}`,
  failed: "لم يُرفع",
  retry: (name) => `إعادة رفع ${isolate(name)}`,
  waiting: "ستُرسل فور جاهزية الملفات.",
  added: (names) => `تم إرفاق ${names}`,
  removed: (name) => `تمت إزالة ${isolate(name)}`,
  list: (names) => new Intl.ListFormat("ar").format(names),
  size: (bytes) => formatBytes(bytes, LANGUAGE),
  kinds: { image: "الصور", audio: "الملفات الصوتية", video: "مقاطع الفيديو", pdf: "ملفات PDF" },
  tooLarge: (names, limit) => `تعذّر إرفاق ${names}: الحجم أكبر من ${isolate(limit)}.`,
  tooMany: (names, limit) =>
    `تعذّر إرفاق ${names}: ${counted(limit, {
      zero: "لا يُسمح بأي ملف",
      one: "الحد الأقصى ملف واحد",
      two: "الحد الأقصى ملفان",
      few: "الحد الأقصى # ملفات",
      many: "الحد الأقصى # ملفًا",
      other: "الحد الأقصى # ملف",
    })}.`,
  notTaken: (names, kinds) =>
    `تعذّر إرفاق ${names}: ${kinds ? `المسموح فقط ${kinds}` : "هذا النوع من الملفات غير مناسب لهذا المساعد"}.`,
  folder: (names) => `تعذّر إرفاق ${names}: يمكن إرفاق الملفات فقط دون المجلدات.`,
  unreadable: (names) => `تعذّرت قراءة ${names}.`,
  notUploaded: (names) => `تعذّر رفع ${names}. يمكن إعادة المحاولة أو الإزالة.`,
  noMicrophone: "تعذّر استخدام الميكروفون.",
};

export const branchStrings: BranchStrings = {
  version: (position, count) => `النسخة ${number(position)} من ${number(count)}`,
  // Around a stroke, two numbers could be read from either side.
  place: (position, count) => `${number(position)} من ${number(count)}`,
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

export const surfaceStrings: SurfaceStrings = {
  close: "إغلاق الدردشة",
  unread: (count) =>
    counted(count, {
      zero: "لا رسائل جديدة",
      one: "رسالة جديدة واحدة",
      two: "رسالتان جديدتان",
      few: "# رسائل جديدة",
      many: "# رسالة جديدة",
      other: "# رسالة جديدة",
    }),
};

export const threadStrings: ThreadStrings = {
  label: "المحادثات",
  create: "محادثة جديدة",
  search: "البحث في المحادثات",
  untitled: "بلا عنوان",
  empty: "لا محادثات بعد",
  nothingFound: "لا نتائج",
  archived: (count) => `المؤرشفة (${number(count)})`,
  running: "قيد العمل",
  unread: "جديدة",
  needsInput: "في انتظار ردّك",
  actions: (title) => `إجراءات ${isolate(title)}`,
  rename: "إعادة التسمية",
  archive: "أرشفة",
  unarchive: "إخراج من الأرشيف",
  remove: "حذف",
  title: "العنوان",
  confirmRemove: (title) => `حذف «${isolate(title)}» نهائيًا؟`,
  keep: "احتفاظ",
  renamed: (title) => `أُعيدت التسمية إلى ${isolate(title)}`,
  removed: (title) => `تم حذف ${isolate(title)}`,
  hasArchived: (title) => `تمت أرشفة ${isolate(title)}`,
  hasUnarchived: (title) => `تم إخراج ${isolate(title)} من الأرشيف`,
  found: (count) =>
    counted(count, {
      zero: "لم يُعثر على أي محادثة",
      one: "عُثر على محادثة واحدة",
      two: "عُثر على محادثتين",
      few: "عُثر على # محادثات",
      many: "عُثر على # محادثة",
      other: "عُثر على # محادثة",
    }),
  notRead: "تعذّرت قراءة المحادثات المحفوظة.",
  notDone: "تعذّر الحفظ. يُرجى إعادة المحاولة.",
};

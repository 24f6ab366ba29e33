import type { ActionStrings } from "../actionStrings.ts";
import type { AttachmentStrings } from "../attachmentStrings.ts";
import type { BranchStrings } from "../branchStrings.ts";
import type { EarlierStrings } from "../earlierStrings.ts";
import { formatBytes } from "../formatBytes.ts";
import type { SurfaceStrings } from "../surfaceStrings.ts";
import type { ThreadStrings } from "../threadStrings.ts";
import { chatStrings } from "./chat.ts";
import { counted, isolate, LANGUAGE, number } from "./grammar.ts";

export const actionStrings: ActionStrings = {
  label: (author, text) => {
    const message =
      author === chatStrings.authors.user ? "رسالتك" : `الرسالة من ${isolate(author)}`;
    return `إجراءات ${message}${text === "" ? "" : `: ${isolate(text)}`}`;
  },
  copy: "نسخ الرسالة",
  copied: "تم النسخ",
  notCopied: "تعذّر النسخ. حظره المتصفح.",
  edit: "تعديل الرسالة",
  save: "إرسال",
  cancel: "إلغاء",
  regenerate: "إعادة الإنشاء",
  readAloud: "قراءة بصوت مسموع",
  stopReading: "إيقاف القراءة",
  notRead: "تعذّرت القراءة بصوت مسموع.",
  thumbsUp: "رد جيد",
  thumbsDown: "رد سيئ",
  export: "تنزيل المحادثة",
  fileName: "محادثة",
  stillAnswering: "يُرجى الانتظار حتى يكتمل الرد.",
  notDone: "حدث خطأ ما. يُرجى إعادة المحاولة.",
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
  failed: "فشل الرفع",
  retry: (name) => `إعادة رفع ${isolate(name)}`,
  waiting: "ستُرسل عند اكتمال الرفع.",
  added: (names) => `تم إرفاق ${names}`,
  removed: (name) => `تمت إزالة ${isolate(name)}`,
  list: (names) => new Intl.ListFormat("ar").format(names),
  size: (bytes) => formatBytes(bytes, LANGUAGE),
  kinds: { image: "الصور", audio: "الملفات الصوتية", video: "مقاطع الفيديو", pdf: "ملفات PDF" },
  tooLarge: (names, limit) => `حجم ${names} كبير جدًا. الحد الأقصى ${isolate(limit)}.`,
  tooMany: (names, limit) =>
    `${counted(limit, {
      zero: "لا يمكن إرفاق أي ملف",
      one: "يمكن إرفاق ملف واحد فقط",
      two: "يمكن إرفاق ملفين كحد أقصى",
      few: "يمكن إرفاق # ملفات كحد أقصى",
      many: "يمكن إرفاق # ملفًا كحد أقصى",
      other: "يمكن إرفاق # ملف كحد أقصى",
    })}. لم تتم إضافة: ${names}.`,
  notTaken: (names, kinds) =>
    `الملفات غير المدعومة: ${names}. ${kinds ? `يمكن إرفاق ${kinds}.` : "لا يقبل هذا المساعد هذا النوع من الملفات."}`,
  folder: (names) => `لا يمكن إرفاق المجلدات: ${names}.`,
  unreadable: (names) => `تعذّرت قراءة ${names}.`,
  notUploaded: (names) => `تعذّر رفع ${names}. يُرجى إعادة المحاولة أو الإزالة.`,
  noMicrophone: "تعذّر الوصول إلى الميكروفون.",
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
  running: "جارٍ العمل…",
  unread: "جديدة",
  needsInput: "ردّك مطلوب",
  actions: (title) => `إجراءات ${isolate(title)}`,
  rename: "إعادة التسمية",
  archive: "أرشفة",
  unarchive: "إلغاء الأرشفة",
  remove: "حذف",
  title: "العنوان",
  confirmRemove: (title) => `حذف «${isolate(title)}» نهائيًا؟`,
  keep: "إلغاء",
  renamed: (title) => `أُعيدت التسمية إلى ${isolate(title)}`,
  removed: (title) => `تم حذف ${isolate(title)}`,
  hasArchived: (title) => `تمت أرشفة ${isolate(title)}`,
  hasUnarchived: (title) => `تم إلغاء أرشفة ${isolate(title)}`,
  found: (count) =>
    counted(count, {
      zero: "لم يُعثر على أي محادثة",
      one: "عُثر على محادثة واحدة",
      two: "عُثر على محادثتين",
      few: "عُثر على # محادثات",
      many: "عُثر على # محادثة",
      other: "عُثر على # محادثة",
    }),
  notRead: "تعذّر تحميل محادثاتك.",
  notDone: "تعذّر حفظ التغيير. يُرجى إعادة المحاولة.",
};

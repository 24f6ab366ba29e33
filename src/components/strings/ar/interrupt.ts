import { formatClock, formatSentence } from "../format.ts";
import type { FormStrings } from "../formStrings.ts";
import type { InterruptStrings } from "../interruptStrings.ts";
import {
  countArabic,
  formatArabicFileSize,
  formatArabicNumber,
  isolateDirection,
} from "./format.ts";

export const arabicInterruptStrings: InterruptStrings = {
  approvalTitle: "الموافقة مطلوبة",
  confirmationTitle: "التأكيد مطلوب",
  inputTitle: "معلومات إضافية مطلوبة",
  uploadTitle: "ملف مطلوب",
  questionTitle: "سؤال",

  approve: "موافقة",
  approvalGroup: (tool, count) =>
    count === 0
      ? isolateDirection(tool)
      : `${isolateDirection(tool)}: طلبات الموافقة (${formatArabicNumber(count)})`,
  approveAll: (count) => `الموافقة على الكل (${formatArabicNumber(count)})`,
  deny: "رفض",
  yes: "نعم",
  no: "لا",
  edit: "تعديل",
  approveEdited: "موافقة مع التعديلات",
  denyReason: "السبب",
  otherAnswer: "إجابة أخرى…",
  send: "إرسال الإجابة",
  cancel: "تخطّي",
  cancelHint: "لا يتلقّى المساعد إجابة، ثم يقرّر كيف يتابع.",
  cancelAll: (count) => `تخطّي الكل (${formatArabicNumber(count)})`,
  notDisplayed: "تعذّر عرض هذا السؤال، لذا لا يمكن الإجابة عنه هنا.",
  back: "رجوع",
  answer: "إجابتك",
  asText: "تُرسل كنص. لإرسال بيانات منظَّمة، يُرجى إدخال JSON.",
  asJson: "تُرسل بصيغة JSON.",
  asInvalidJson: "ليست JSON صالحًا، لذا ستُرسل كنص.",
  alsoSent: (answer) => `يُرسل أيضًا مع «${answer}»`,
  hiddenValues: (count) =>
    countArabic(count, {
      zero: "كل القيم معروضة.",
      one: "توجد قيمة أخرى غير معروضة بعد.",
      two: "توجد قيمتان أخريان غير معروضتين بعد.",
      few: "توجد # قيم أخرى غير معروضة بعد.",
      many: "توجد # قيمة أخرى غير معروضة بعد.",
      other: "توجد # قيمة أخرى غير معروضة بعد.",
    }),
  hiddenCharacters: (count) =>
    countArabic(count, {
      zero: "كل المحارف معروضة.",
      one: "يوجد محرف آخر غير معروض بعد.",
      two: "يوجد محرفان آخران غير معروضين بعد.",
      few: "توجد # محارف أخرى غير معروضة بعد.",
      many: "يوجد # محرفًا آخر غير معروض بعد.",
      other: "يوجد # محرف آخر غير معروض بعد.",
    }),
  hiddenLevels: "تحتوي بعض القيم على مستويات متداخلة أكثر مما يمكن عرضه.",
  hiddenApprovals: (count) =>
    countArabic(count, {
      zero: "كلها معروضة.",
      one: "توجد موافقة واحدة مشمولة لكنها غير معروضة بعد.",
      two: "توجد موافقتان مشمولتان لكنهما غير معروضتين بعد.",
      few: "توجد # موافقات مشمولة لكنها غير معروضة بعد.",
      many: "توجد # موافقة مشمولة لكنها غير معروضة بعد.",
      other: "توجد # موافقة مشمولة لكنها غير معروضة بعد.",
    }),
  moreQuestions: (count) =>
    countArabic(count, {
      zero: "لا أسئلة أخرى بحاجة إلى إجابتك.",
      one: "سؤال آخر بحاجة إلى إجابتك.",
      two: "سؤالان آخران بحاجة إلى إجابتك.",
      few: "# أسئلة أخرى بحاجة إلى إجابتك.",
      many: "# سؤالًا آخر بحاجة إلى إجابتك.",
      other: "# سؤال آخر بحاجة إلى إجابتك.",
    }),
  otherApprovals: (text) => `الموافقات الأخرى: ${text}`,
  showAll: "عرض الكل",
  details: "التفاصيل",

  chooseFile: "اختيار ملف",
  chooseFiles: "اختيار ملفات",
  fileSize: (bytes) => formatArabicFileSize(bytes),
  fileLimit: (size) => `حتى ${isolateDirection(size)} إجمالًا`,
  filesTooLarge: (size) => `الحجم كبير جدًا. الحد الأقصى ${isolateDirection(size)} إجمالًا.`,

  expiresInMinutes: (minutes) =>
    countArabic(minutes, {
      zero: "تنتهي المهلة خلال أقل من دقيقة",
      one: "تنتهي المهلة خلال دقيقة واحدة",
      two: "تنتهي المهلة خلال دقيقتين",
      few: "تنتهي المهلة خلال # دقائق",
      many: "تنتهي المهلة خلال # دقيقة",
      other: "تنتهي المهلة خلال # دقيقة",
    }),
  expiresInSeconds: (seconds) => `تنتهي المهلة خلال ${formatClock(seconds)}`,
  expired: "انتهت مهلة هذا الطلب.",
  closed: "لم يعد هذا الطلب مفتوحًا.",
  refused: (reason) => isolateDirection(formatSentence(reason)),
  failed: "تعذّر إرسال الإجابة. يُرجى إعادة المحاولة.",

  changeAnswer: "تغيير",
  keepAnswer: "الاحتفاظ بإجابتي",
};

const typeMessages: Readonly<Record<string, string>> = {
  number: "يُرجى إدخال رقم.",
  integer: "يُرجى إدخال عدد صحيح.",
  string: "يُرجى إدخال نص.",
  boolean: "يجب أن تكون القيمة نعم أو لا.",
  object: "يجب أن تكون القيمة كائنًا.",
  array: "يجب أن تكون القيمة قائمة.",
  json: "ليس JSON صالحًا.",
};

const formatMessages: Readonly<Record<string, string>> = {
  email: `يُرجى إدخال بريد إلكتروني، مثل ${isolateDirection("name@example.com")}.`,
  uri: `يُرجى إدخال عنوان ويب، مثل ${isolateDirection("https://example.com")}.`,
  date: "يُرجى إدخال تاريخ كامل.",
  time: "يُرجى إدخال وقت كامل.",
  "date-time": "يُرجى إدخال التاريخ والوقت كاملين.",
  file: "تعذّرت قراءة هذا الملف.",
};

export const arabicFormStrings: FormStrings = {
  submit: "إرسال",
  cancel: "إلغاء",
  optional: "اختياري",
  choose: "اختيار…",
  answer: "الإجابة",
  option: (position) => `الخيار ${formatArabicNumber(position)}`,
  alternative: (question, choice) =>
    /\p{P}$/u.test(question)
      ? `${isolateDirection(question)} ${isolateDirection(choice)}`
      : `${isolateDirection(question)}: ${isolateDirection(choice)}`,
  addItem: (_list) => "إضافة عنصر",
  item: (list, position) => `${isolateDirection(list)} ${formatArabicNumber(position)}`,
  preparing: "جارٍ إعداد النموذج…",
  showFields: "عرض الحقول",
  remove: (item) => `إزالة ${isolateDirection(item)}`,
  json: "يُرجى إدخال JSON.",
  inexactNumber: "يوجد رقم أطول من أن يُرسل بدقة. إذا وُضع بين علامتي اقتباس فسيُرسل كنص.",
  duplicateName: "يتكرر أحد الأسماء. وتختلف الأدوات في القيمة التي تستخدمها.",
  hiddenCharacters: "مع الأحرف المخفية:",
  alsoSubmitted: "يُرسل أيضًا",
  problems: (count) =>
    countArabic(count, {
      zero: "لا حقول بحاجة إلى تصحيح.",
      one: "يُرجى تصحيح حقل واحد.",
      two: "يُرجى تصحيح حقلين.",
      few: "يُرجى تصحيح # حقول.",
      many: "يُرجى تصحيح # حقلًا.",
      other: "يُرجى تصحيح # حقل.",
    }),
  problemsInSection: (count) =>
    countArabic(count, {
      zero: "لا حقول بحاجة إلى تصحيح في هذا القسم.",
      one: "يُرجى تصحيح حقل واحد في هذا القسم.",
      two: "يُرجى تصحيح حقلين في هذا القسم.",
      few: "يُرجى تصحيح # حقول في هذا القسم.",
      many: "يُرجى تصحيح # حقلًا في هذا القسم.",
      other: "يُرجى تصحيح # حقل في هذا القسم.",
    }),
  failed: "تعذّر الإرسال. يُرجى إعادة المحاولة.",

  required: "مطلوب",
  type: (type) => typeMessages[type] ?? "نوع القيمة غير صحيح.",
  format: (format) => formatMessages[format] ?? "صيغة غير صالحة.",
  pattern: "صيغة غير صالحة.",
  enum: "يُرجى اختيار أحد الخيارات.",
  const: (value) =>
    `يجب أن تكون القيمة ${typeof value === "number" ? formatArabicNumber(value) : isolateDirection(value)}.`,
  not: "هذه القيمة غير مسموح بها.",
  minimum: (limit) => `يجب ألا تقل القيمة عن ${formatArabicNumber(limit)}.`,
  maximum: (limit) => `يجب ألا تزيد القيمة على ${formatArabicNumber(limit)}.`,
  exclusiveMinimum: (limit) => `يجب أن تكون القيمة أكبر من ${formatArabicNumber(limit)}.`,
  exclusiveMaximum: (limit) => `يجب أن تكون القيمة أصغر من ${formatArabicNumber(limit)}.`,
  multipleOf: (limit) => `يجب أن تكون القيمة من مضاعفات ${formatArabicNumber(limit)}.`,
  minLength: (limit) => `يجب ألا يقل النص عن ${characters(limit)}.`,
  maxLength: (limit) => `يجب ألا يزيد النص على ${characters(limit)}.`,
  minItems: (limit) => `يُرجى إضافة ${items(limit)} على الأقل.`,
  maxItems: (limit) => `لا يُسمح بأكثر من ${items(limit)}.`,
  uniqueItems: "يُرجى إزالة العناصر المكررة.",
  contains: "عنصر مطلوب غير موجود.",
  minProperties: (limit) => `يُرجى ملء ${fields(limit)} منها على الأقل.`,
  maxProperties: (limit) => `يُرجى ملء ${fields(limit)} منها كحد أقصى.`,
  propertyNames: "أحد أسماء الحقول غير مسموح به.",
  additionalProperties: "حقل غير متوقع.",
  oneOf: "يجب أن تطابق القيمة خيارًا واحدًا فقط.",
  anyOf: "يجب أن تطابق القيمة خيارًا واحدًا على الأقل.",
  invalid: "قيمة غير صالحة.",
  at: (path, problem) => `${isolateDirection(path)}: ${problem}`,
};

function characters(count: number): string {
  return countArabic(count, {
    zero: "صفر من الأحرف",
    one: "حرف واحد",
    two: "حرفين",
    few: "# أحرف",
    many: "# حرفًا",
    other: "# حرف",
  });
}

function items(count: number): string {
  return countArabic(count, {
    zero: "صفر من العناصر",
    one: "عنصر واحد",
    two: "عنصرين",
    few: "# عناصر",
    many: "# عنصرًا",
    other: "# عنصر",
  });
}

function fields(count: number): string {
  return countArabic(count, {
    zero: "صفر من الحقول",
    one: "حقل واحد",
    two: "حقلين",
    few: "# حقول",
    many: "# حقلًا",
    other: "# حقل",
  });
}

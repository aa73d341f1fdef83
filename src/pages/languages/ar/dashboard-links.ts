// The words of lists of links in Arabic.

import type { LinkCatalogue } from '../en/dashboard-links.ts';

export const links: LinkCatalogue = {
  searchName: 'البحث عن اسم',
  linkOf: 'جدول من يعرضه الرابط',
  nobodyFound: 'لا أحد بهذا الاسم في جدول منشور.',
  typeMore: 'يوجد المزيد: اكتب أكثر من الاسم.',
  allStudents: 'كل طلاب المدرسة',
  hideCancelled: 'في تقويم الهاتف: حذف الحصص الملغاة بدل وضع علامة عليها',
  withoutCancelled: 'تقويم بلا الحصص الملغاة',
  onlyHere: 'هذا العنوان يعمل على هذا الحاسوب فقط. للهواتف اكتب العنوان الذي تصل به إليه.',
  keepList: 'الاحتفاظ به قائمةً (CSV)',
  leaveShownOnce: 'ما يظهر هنا يظهر هذه المرة فقط، ولن يراه أحد ثانية. هل تغادر مع ذلك؟',
  searchLinksHint: 'جزء من الاسم.',
  onlyActive: 'الروابط الصالحة فقط',
  chooseLink: 'اختيار رابط {name}',
  revokeChosen: {
    one: 'إلغاء الرابط المختار',
    two: 'إلغاء الرابطين المختارين',
    few: 'إلغاء {count} روابط مختارة',
    many: 'إلغاء {count} رابطًا مختارًا',
    other: 'إلغاء {count} رابط مختار',
  },
  revokeFound: 'إلغاء كل ما وُجد',
  revokeLinks: 'إلغاء الروابط',
  revokeLinksMean: {
    one: 'رابط واحد: من يملكه لن يرى شيئًا بعد الآن. لا يمكن التراجع.',
    two: 'رابطان: من يملك أحدهما لن يرى شيئًا بعد الآن. لا يمكن التراجع.',
    few: '{count} روابط: من يملك أحدها لن يرى شيئًا بعد الآن. لا يمكن التراجع.',
    many: '{count} رابطًا: من يملك أحدها لن يرى شيئًا بعد الآن. لا يمكن التراجع.',
    other: '{count} رابط: من يملك أحدها لن يرى شيئًا بعد الآن. لا يمكن التراجع.',
  },
  revokedOf: 'أُلغي {done} من {all}',
  linksRevoked: {
    one: 'أُلغي رابط واحد.',
    two: 'أُلغي رابطان.',
    few: 'أُلغيت {count} روابط.',
    many: 'أُلغي {count} رابطًا.',
    other: 'أُلغي {count} رابط.',
  },
  linksNotRevoked: {
    one: 'تعذر إلغاء رابط واحد. حاول مجددًا:',
    two: 'تعذر إلغاء رابطين. حاول مجددًا:',
    few: 'تعذر إلغاء {count} روابط. حاول مجددًا:',
    many: 'تعذر إلغاء {count} رابطًا. حاول مجددًا:',
    other: 'تعذر إلغاء {count} رابط. حاول مجددًا:',
  },
};

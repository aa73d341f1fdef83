// The 120 students of the Diploma Programme, twenty to a class. Names come from twelve languages, ten of each, dealt out in
// turn so that every class is as mixed as the school. What a student takes is decided by the timetable, not here.
import type { Student } from '../../contract/types.generated.ts';

type WriteName = (given: string, family: string) => string;

const givenFirst: WriteName = (given, family) => `${given} ${family}`;
const familyFirst: WriteName = (given, family) => `${family} ${given}`;
const joined: WriteName = (given, family) => `${family}${given}`;

const nameLists: { write: WriteName; given: string; family: string }[] = [
  {
    write: givenFirst,
    given: 'Aoife Cillian Niamh Oisín Róisín Tadhg Gráinne Eoin Sadhbh Fionn',
    family: 'Byrne O’Brien Kavanagh Doyle McGowan Quinn Breathnach Walsh Keane Lynch',
  },
  {
    write: familyFirst,
    given: 'Anh Bảo Châu Dũng Hạnh Khôi Linh Minh Ngọc Quân',
    family: 'Trần Lê Phạm Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô',
  },
  {
    write: givenFirst,
    given: 'Zofia Jakub Hanna Kacper Oliwia Wojciech Małgorzata Stanisław Kinga Paweł',
    family: 'Kowalczyk Zieliński Wiśniewska Kamiński Lewandowska Dąbrowski Król Jabłoński Wróbel Nowak',
  },
  {
    write: givenFirst,
    given: 'ليلى يوسف مريم عمر سلمى زياد نور كريم هدى طارق',
    family: 'حداد منصور النجار العلوي شاهين بركات الخطيب درويش سليمان حمدان',
  },
  {
    write: joined,
    given: '佳怡 子轩 雨桐 浩然 思琪 俊杰 梦洁 志远 欣妍 天佑',
    family: '张 陈 刘 杨 黄 赵 吴 周 徐 孙',
  },
  {
    write: givenFirst,
    given: 'Amara Chinedu Adaeze Tunde Folake Obinna Zainab Segun Ifeoma Emeka',
    family: 'Balogun Nwosu Afolabi Okafor Bello Uche Danjuma Ojo Ibrahim Anyanwu',
  },
  {
    write: givenFirst,
    given: 'Elif Kerem Defne Mert Ayşe Yiğit Gülşah Emir Büşra Çınar',
    family: 'Demir Şahin Kaya Aydın Özdemir Arslan Doğan Kılıç Güneş Korkmaz',
  },
  {
    write: givenFirst,
    given: 'Mariana Thiago Letícia Simão Inês Caetano Graça Vasco Conceição Nuno',
    family: 'Araújo Simões Brandão Carvalho Magalhães Teixeira Falcão Assunção Queirós Leitão',
  },
  {
    write: givenFirst,
    given: 'Aarav Diya Ishaan Kavya Rohan Meera Vihaan Ananya Kabir Lakshmi',
    family: 'Iyer Bhattacharya Chowdhury Deshmukh Gill Joshi Menon Patil Reddy Subramanian',
  },
  {
    write: givenFirst,
    given: 'Freyja Björn Sólveig Einar Astrid Håkon Sigrún Leif Ylva Åsmund',
    family: 'Jónsdóttir Ødegaard Lindström Sæther Bergström Nygård Ævarsdóttir Holm Sjöberg Kjær',
  },
  {
    write: joined,
    given: '서연 민준 지우 도윤 하은 예준 수아 시우 유나 건우',
    family: '김 이 최 정 강 조 윤 장 임 한',
  },
  {
    write: givenFirst,
    given: 'Camila Joaquín Lucía Matías Renata Íker Ximena Andrés Begoña Tomás',
    family: 'Núñez Cárdenas Echeverría Guzmán Peñaloza Villaseñor Ibarra Rincón Zúñiga Quiroga',
  },
];

const classNames = ['D1A', 'D1B', 'D1C', 'D2A', 'D2B', 'D2C'];
const studentsPerClass = 20;

const names = nameLists.flatMap(({ write, given, family }) => {
  const families = family.split(' ');
  return given.split(' ').map((first, index) => write(first, families[index] ?? ''));
});

/** Every student with a class and, until the timetable gives them, no courses. */
export const schoolStudents: Student[] = classNames.flatMap((className, classIndex) =>
  names
    .filter((_, index) => index % classNames.length === classIndex)
    .slice(0, studentsPerClass)
    .map((name, index) => {
      const number = classIndex * studentsPerClass + index + 1;
      const digits = String(number).padStart(3, '0');
      return {
        localId: `stu_${digits}`,
        entityId: `student-${digits}`,
        externalId: number % 17 === 0 ? null : `S-${26000 + number * 3}`,
        name,
        shortName: name.split(' ')[0] ?? name,
        color: null,
        classId: `cls_${className}`,
        courseIds: [],
      };
    }),
);

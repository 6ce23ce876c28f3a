import type { Dice } from './random.ts'

/** Names with readings, most frequent first. */
const families = `佐藤サトウ 鈴木スズキ 高橋タカハシ 田中タナカ 伊藤イトウ 渡辺ワタナベ 山本ヤマモト 中村ナカムラ 小林コバヤシ 加藤カトウ
吉田ヨシダ 山田ヤマダ 佐々木ササキ 山口ヤマグチ 松本マツモト 井上イノウエ 木村キムラ 林ハヤシ 斎藤サイトウ 清水シミズ 山崎ヤマザキ 森モリ
池田イケダ 橋本ハシモト 阿部アベ 石川イシカワ 山下ヤマシタ 中島ナカジマ 石井イシイ 小川オガワ 前田マエダ 岡田オカダ 長谷川ハセガワ 藤田フジタ
後藤ゴトウ 近藤コンドウ 村上ムラカミ 遠藤エンドウ 青木アオキ 坂本サカモト 西村ニシムラ 福田フクダ 太田オオタ 三浦ミウラ 岡本オカモト 松田マツダ
中川ナカガワ 藤原フジワラ 小野オノ 田村タムラ 竹内タケウチ 金子カネコ 和田ワダ 中山ナカヤマ 石田イシダ 上田ウエダ 森田モリタ 原ハラ 柴田シバタ
酒井サカイ 宮崎ミヤザキ 横山ヨコヤマ 髙木タカギ 安藤アンドウ 宮本ミヤモト 大野オオノ 小島コジマ 谷口タニグチ 今井イマイ 工藤クドウ 高田タカダ`
const women = `美咲ミサキ 陽子ヨウコ 由美ユミ 恵子ケイコ 愛アイ 彩アヤ 麻衣マイ 真由美マユミ 千尋チヒロ 香織カオリ 直美ナオミ 裕子ユウコ 葵アオイ 結衣ユイ
さくらサクラ 優子ユウコ 明日香アスカ 奈々ナナ 沙織サオリ 綾乃アヤノ 瞳ヒトミ 理恵リエ 友香トモカ 里奈リナ 絵美エミ 志保シホ 智子トモコ 美穂ミホ`
const men = `健太ケンタ 大輔ダイスケ 翔太ショウタ 拓也タクヤ 直樹ナオキ 誠マコト 浩二コウジ 和也カズヤ 亮リョウ 雄一ユウイチ 達也タツヤ 隆タカシ 蓮レン 悠斗ユウト
駿シュン 健一ケンイチ 修オサム 哲也テツヤ 航ワタル 慎吾シンゴ`

interface Name {
  text: string
  kana: string
}

/** The reading is the kana after the last other letter. */
function namesOf(list: string): Name[] {
  return list.split(/\s+/).map((entry) => {
    const [, text = entry, kana = entry] = /^(.+?)([ァ-ヶー]+)$/u.exec(entry) ?? []
    return { text, kana }
  })
}
const familyNames = namesOf(families)
const womensNames = namesOf(women)
const mensNames = namesOf(men)

const places = [
  ['0600042', '北海道', '札幌市中央区', '大通西'],
  ['0300801', '青森県', '青森市', '新町'],
  ['0200022', '岩手県', '盛岡市', '大通'],
  ['9800811', '宮城県', '仙台市青葉区', '一番町'],
  ['9900042', '山形県', '山形市', '七日町'],
  ['3100015', '茨城県', '水戸市', '宮町'],
  ['3200026', '栃木県', '宇都宮市', '馬場通り'],
  ['3300854', '埼玉県', 'さいたま市大宮区', '桜木町'],
  ['3500043', '埼玉県', '川越市', '新富町'],
  ['2600013', '千葉県', '千葉市中央区', '中央'],
  ['2770005', '千葉県', '柏市', '柏'],
  ['1500001', '東京都', '渋谷区', '神宮前'],
  ['1540004', '東京都', '世田谷区', '太子堂'],
  ['1670043', '東京都', '杉並区', '上荻'],
  ['1300013', '東京都', '墨田区', '錦糸'],
  ['1800003', '東京都', '武蔵野市', '吉祥寺南町'],
  ['1940013', '東京都', '町田市', '原町田'],
  ['2200011', '神奈川県', '横浜市西区', '高島'],
  ['2110063', '神奈川県', '川崎市中原区', '小杉町'],
  ['2510025', '神奈川県', '藤沢市', '鵠沼石上'],
  ['9500087', '新潟県', '新潟市中央区', '東大通'],
  ['9200853', '石川県', '金沢市', '本町'],
  ['3900811', '長野県', '松本市', '中央'],
  ['4200852', '静岡県', '静岡市葵区', '紺屋町'],
  ['4600008', '愛知県', '名古屋市中区', '栄'],
  ['4640067', '愛知県', '名古屋市千種区', '池下'],
  ['5000000', '岐阜県', '岐阜市', ''],
  ['6008216', '京都府', '京都市下京区', '東塩小路町'],
  ['5300001', '大阪府', '大阪市北区', '梅田'],
  ['5420085', '大阪府', '大阪市中央区', '心斎橋筋'],
  ['5600021', '大阪府', '豊中市', '本町'],
  ['6500021', '兵庫県', '神戸市中央区', '三宮町'],
  ['6620832', '兵庫県', '西宮市', '甲風園'],
  ['6308215', '奈良県', '奈良市', '東向中町'],
  ['7000901', '岡山県', '岡山市北区', '本町'],
  ['7300011', '広島県', '広島市中区', '基町'],
  ['7600019', '香川県', '高松市', 'サンポート'],
  ['8100001', '福岡県', '福岡市中央区', '天神'],
  ['8020002', '福岡県', '北九州市小倉北区', '京町'],
  ['8600805', '熊本県', '熊本市中央区', '桜町'],
  ['8920842', '鹿児島県', '鹿児島市', '東千石町'],
  ['9000015', '沖縄県', '那覇市', '久茂地'],
] as const

const buildings = ['メゾン', 'グランド', 'パーク', 'サンライズ', 'コーポ', 'ハイツ', 'プレミール'] as const

export interface MadePerson {
  name: string
  name_kana: string
  gender: 1 | 2
  birthday: string
  job: number
  /** For occupations not on the list. */
  job_detail: string
  phone: string
  postal_code: string
  prefecture: string
  city: string
  address1: string
  address2: string
}

export function drawPerson(die: Dice, thisYear: number): MadePerson {
  const family = die.pick(familyNames)
  const gender = die.chance(0.7) ? 2 : 1
  const given = die.pick(gender === 2 ? womensNames : mensNames)
  const [postal_code, prefecture, city, town] = die.pick(places)
  const two = (number: number) => String(number).padStart(2, '0')
  const building = die.chance(0.6)
    ? `${die.pick(buildings)}${town || city} ${die.int(1, 12)}${two(die.int(1, 8))}`
    : ''
  const job = die.weighted([1, 2, 3, 4, 5, 6, 7, 8], [45, 8, 3, 8, 15, 6, 10, 5])
  return {
    name: `${family.text} ${given.text}`,
    name_kana: `${family.kana} ${given.kana}`,
    gender,
    birthday: `${thisYear - die.int(20, 68)}-${two(die.int(1, 12))}-${two(die.int(1, 28))}`,
    job,
    job_detail: job === 8 ? '退職後' : '',
    phone: `0${die.pick([7, 8, 9])}0${die.int(10_000_000, 99_999_999)}`,
    postal_code,
    prefecture,
    city,
    address1: `${town}${die.int(1, 6)}-${die.int(1, 28)}-${die.int(1, 15)}`,
    address2: building,
  }
}

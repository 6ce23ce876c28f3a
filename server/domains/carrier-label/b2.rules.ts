// Yamato B2クラウド: 外部データ取込, the basic layout of 95 columns with its row of titles.
import { formatPhone, formatPostalCode, normalizePhone, normalizePostalCode } from '#contract/text'
import type { LabelFormat, LabelPart, LabelSide } from './label-format.rules.ts'
import { halfWidths, splitLines, toHalfKana } from './label-text.rules.ts'

const mail = (what: string): string[] => [
  `${what}メール利用区分`,
  `${what}メールe-mailアドレス`,
  `${what}メールメッセージ`,
]

export const header: readonly string[] = [
  ...['お客様管理番号', '送り状種類', 'クール区分', '伝票番号', '出荷予定日', 'お届け予定日', '配達時間帯'],
  ...['お届け先コード', 'お届け先電話番号', 'お届け先電話番号枝番', 'お届け先郵便番号', 'お届け先住所'],
  ...['お届け先アパートマンション名', 'お届け先会社・部門１', 'お届け先会社・部門２', 'お届け先名'],
  ...['お届け先名(ｶﾅ)', '敬称', 'ご依頼主コード', 'ご依頼主電話番号', 'ご依頼主電話番号枝番'],
  ...['ご依頼主郵便番号', 'ご依頼主住所', 'ご依頼主アパートマンション', 'ご依頼主名', 'ご依頼主名(ｶﾅ)'],
  ...['品名コード１', '品名１', '品名コード２', '品名２', '荷扱い１', '荷扱い２', '記事'],
  ...['ｺﾚｸﾄ代金引換額（税込)', '内消費税額等', '止置き', '営業所コード', '発行枚数', '個数口表示フラグ'],
  ...['請求先顧客コード', '請求先分類コード', '運賃管理番号', 'クロネコwebコレクトデータ登録'],
  ...[
    'クロネコwebコレクト加盟店番号',
    'クロネコwebコレクト申込受付番号１',
    'クロネコwebコレクト申込受付番号２',
  ],
  ...['クロネコwebコレクト申込受付番号３', 'お届け予定ｅメール利用区分', 'お届け予定ｅメールe-mailアドレス'],
  ...['入力機種', 'お届け予定ｅメールメッセージ', 'お届け完了ｅメール利用区分'],
  ...['お届け完了ｅメールe-mailアドレス', 'お届け完了ｅメールメッセージ', 'クロネコ収納代行利用区分', '予備'],
  ...['収納代行請求金額(税込)', '収納代行内消費税額等', '収納代行請求先郵便番号', '収納代行請求先住所'],
  ...['収納代行請求先住所（アパートマンション名）', '収納代行請求先会社・部門名１'],
  ...['収納代行請求先会社・部門名２', '収納代行請求先名(漢字)', '収納代行請求先名(カナ)'],
  ...['収納代行問合せ先名(漢字)', '収納代行問合せ先郵便番号', '収納代行問合せ先住所'],
  ...['収納代行問合せ先住所（アパートマンション名）', '収納代行問合せ先電話番号', '収納代行管理番号'],
  ...['収納代行品名', '収納代行備考', '複数口くくりキー'],
  ...['１', '２', '３', '４', '５'].flatMap((number) => [`検索キータイトル${number}`, `検索キー${number}`]),
  ...['予備', '予備'],
  ...mail('投函予定'),
  ...mail('投函完了メール（お届け先宛）').map((title) => title.replace('）メール', '）')),
  ...mail('投函完了メール（ご依頼主宛）').map((title) => title.replace('）メール', '）')),
]

// In half-width characters.
const widest = { name: 32, kana: 50, address: 64, building: 32 }

/** A long address goes on in the field of the building. */
function placeOf({ address, building }: LabelSide): string[] | null {
  const fits = halfWidths(address) <= widest.address && halfWidths(building) <= widest.building
  if (fits) return [address, building]
  const all = [address, building].filter(Boolean).join(' ')
  return splitLines(all, [widest.address, widest.building], halfWidths)
}

function sideOf(side: LabelSide) {
  const [address = '', building = ''] = placeOf(side) ?? []
  return {
    name: side.name,
    kana: toHalfKana(side.kana) ?? '',
    phone: formatPhone(normalizePhone(side.phone) ?? ''),
    postal_code: formatPostalCode(normalizePostalCode(side.postal_code) ?? ''),
    address,
    building,
  }
}

export const b2: LabelFormat = {
  carrier: 'YAMATO',
  name: 'B2クラウド',
  header,
  overlong: (side) => {
    const checks: [LabelPart, boolean][] = [
      ['name', halfWidths(side.name) > widest.name],
      ['kana', halfWidths(toHalfKana(side.kana) ?? '') > widest.kana],
      [side.building ? 'building' : 'address', placeOf(side) === null],
    ]
    return checks.flatMap(([part, is]) => (is ? [part] : []))
  },
  cells: (parcel) => {
    const to = sideOf(parcel.to)
    const from = sideOf(parcel.from)
    const first = [
      ...[
        parcel.reference,
        parcel.isCollect ? '5' : '0',
        '0',
        '',
        parcel.shipOn.replaceAll('-', '/'),
        '',
        '',
      ],
      ...['', to.phone, '', to.postal_code, to.address, to.building, '', '', to.name, to.kana],
      parcel.kind === 'pickup' ? '御中' : '様',
      ...['', from.phone, '', from.postal_code, from.address, from.building, from.name, from.kana],
      ...['', parcel.goods, '', '', '', '', parcel.note, '', '', '', '', '1'],
    ]
    return [...first, ...Array<string>(header.length - first.length).fill('')]
  },
}

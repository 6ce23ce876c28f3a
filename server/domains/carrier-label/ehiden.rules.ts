// Sagawa e飛伝Ⅲ: 標準_飛脚宅配便_CSV_ヘッダ有り, 74 columns.
import { formatPhone, formatPostalCode, normalizePhone, normalizePostalCode } from '#contract/text'
import type { LabelFormat, LabelPart, LabelSide } from './label-format.rules.ts'
import { characters, splitLines } from './label-text.rules.ts'

const wide = ['１', '２', '３', '４', '５', '６', '７', '８', '９', '１０', '１１']

export const header: readonly string[] = [
  ...['お届け先コード取得区分', 'お届け先コード', 'お届け先電話番号', 'お届け先郵便番号'],
  ...['お届け先住所１', 'お届け先住所２', 'お届け先住所３', 'お届け先名称１', 'お届け先名称２'],
  ...['お客様管理番号', 'お客様コード', '部署ご担当者コード取得区分', '部署ご担当者コード'],
  ...['部署ご担当者名称', '荷送人電話番号', 'ご依頼主コード取得区分', 'ご依頼主コード'],
  ...['ご依頼主電話番号', 'ご依頼主郵便番号', 'ご依頼主住所１', 'ご依頼主住所２'],
  ...['ご依頼主名称１', 'ご依頼主名称２', '荷姿'],
  ...wide.slice(0, 5).map((number) => `品名${number}`),
  '荷札荷姿',
  ...wide.map((number) => `荷札品名${number}`),
  ...['出荷個数', 'スピード指定', 'クール便指定', '配達日', '配達指定時間帯', '配達指定時間（時分）'],
  ...['代引金額', '消費税', '決済種別', '保険金額', '指定シール１', '指定シール２', '指定シール３'],
  ...['営業所受取', 'SRC区分', '営業所受取営業所コード', '元着区分', 'メールアドレス', 'ご不在時連絡先'],
  ...['出荷日', 'お問い合せ送り状No.', '出荷場印字区分', '集約解除指定'],
  ...['０１', '０２', '０３', '０４', '０５', '０６', '０７', '０８', '０９', '１０'].map(
    (number) => `編集${number}`,
  ),
]

const perLine = 16
const lineCount = { to: 3, from: 2 }
const limits = (lines: number): number[] => Array<number>(lines).fill(perLine)
const split = (text: string, lines: number) => splitLines(text, limits(lines), characters)

/** The building has the last line, unless all of them are needed for the address. */
function placeOf({ address, building }: LabelSide, lines: number): string[] | null {
  if (building === '' || characters(building) > perLine)
    return split([address, building].filter(Boolean).join(' '), lines)
  const street = split(address, lines - 1)
  return street ? [...street, building] : split(`${address} ${building}`, lines)
}

function sideOf(side: LabelSide, which: 'to' | 'from') {
  const lines = lineCount[which]
  return {
    phone: formatPhone(normalizePhone(side.phone) ?? ''),
    postal_code: formatPostalCode(normalizePostalCode(side.postal_code) ?? ''),
    address: placeOf(side, lines) ?? Array<string>(lines).fill(''),
    name: split(side.name, 2) ?? ['', ''],
  }
}

export const ehiden: LabelFormat = {
  carrier: 'SAGAWA',
  name: 'e飛伝Ⅲ',
  header,
  overlong: (side, which) => {
    const checks: [LabelPart, boolean][] = [
      ['name', split(side.name, 2) === null],
      [side.building ? 'building' : 'address', placeOf(side, lineCount[which]) === null],
    ]
    return checks.flatMap(([part, is]) => (is ? [part] : []))
  },
  cells: (parcel) => {
    const to = sideOf(parcel.to, 'to')
    const from = sideOf(parcel.from, 'from')
    const cells = new Map<string, string>([
      ['お届け先電話番号', to.phone],
      ['お届け先郵便番号', to.postal_code],
      ...to.address.map((line, index): [string, string] => [`お届け先住所${wide[index]}`, line]),
      ...to.name.map((line, index): [string, string] => [`お届け先名称${wide[index]}`, line]),
      ['お客様管理番号', parcel.reference],
      ['ご依頼主電話番号', from.phone],
      ['ご依頼主郵便番号', from.postal_code],
      ...from.address.map((line, index): [string, string] => [`ご依頼主住所${wide[index]}`, line]),
      ...from.name.map((line, index): [string, string] => [`ご依頼主名称${wide[index]}`, line]),
      // 箱類
      ['荷姿', '001'],
      ['品名１', parcel.goods],
      ['品名２', parcel.note],
      ['出荷個数', '1'],
      // 飛脚宅配便, without cooling
      ['スピード指定', '000'],
      ['クール便指定', '001'],
      ['元着区分', parcel.isCollect ? '2' : '1'],
      ['出荷日', parcel.shipOn.replaceAll('-', '')],
    ])
    return header.map((title) => cells.get(title) ?? '')
  },
}

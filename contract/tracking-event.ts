// What the files of carriers say about a parcel: names of their columns and words for its events.
import type { Carrier } from './tracking-number.ts'

export type TrackingEvent = 'picked_up' | 'moving' | 'delivered'

/** Names a column may have, the usual one first. Widths and spaces do not matter. */
export interface TrackingColumns {
  number: readonly string[]
  event: readonly string[]
  at: readonly string[]
  /** For files with date and time in columns of their own. */
  date: readonly string[]
  time: readonly string[]
}

const at = ['日時', '処理日時', '最新日時', '完了日時']
const date = ['日付', '処理日', '最新日付']
const time = ['時刻', '処理時刻', '最新時刻']

export const trackingColumns: Readonly<Record<Carrier, TrackingColumns>> = {
  YAMATO: {
    number: ['伝票番号', '送り状番号', 'お問い合わせ番号', 'お問い合わせ伝票番号', 'お問い合わせ送り状番号'],
    event: ['荷物状況', '最新荷物状況', '配送状況', '状況', 'ステータス'],
    at,
    date,
    time,
  },
  SAGAWA: {
    number: [
      'お問い合せ送り状No.',
      'お問い合わせ送り状No.',
      'お問い合せNo.',
      'お問い合わせNo.',
      '送り状番号',
    ],
    event: ['荷物状況', '最新荷物状況', '配達状況', '状況', 'ステータス'],
    at,
    date,
    time,
  },
  // KLD publishes no layout.
  KLD: { number: ['送り状番号', '伝票番号'], event: ['荷物状況', '状況'], at, date, time },
}

/** Files of the software that prints labels: whose parcel it is, and the number it issued. */
export interface IssuedColumns {
  reference: readonly string[]
  number: readonly string[]
}

const reference = ['お客様管理番号', 'お客様管理ナンバー', '管理番号']

export const issuedColumns: Readonly<Record<Carrier, IssuedColumns>> = {
  YAMATO: { reference, number: trackingColumns.YAMATO.number },
  SAGAWA: { reference, number: trackingColumns.SAGAWA.number },
  KLD: { reference, number: trackingColumns.KLD.number },
}

const picked_up = ['集荷', '荷物受付', '引受', '持込']
const moving = [
  '発送',
  '発送済み',
  '輸送中',
  '作業店通過',
  '配達店到着',
  '配達中',
  '持出中',
  'ご不在',
  '持戻',
  '持戻り',
  '保管中',
  '調査中',
]
const delivered = ['配達完了', 'お届け完了', '配達済み']

export const trackingEventWords: Readonly<Record<TrackingEvent, readonly string[]>> = {
  picked_up,
  moving,
  delivered,
}

/** Without widths, spaces and brackets: `配達完了（宅配ボックス）` is `配達完了`. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[([【].*$/u, '')
    .replace(/\s/gu, '')

const eventByWord = new Map(
  Object.entries(trackingEventWords).flatMap(([event, words]) =>
    words.map((word) => [bare(word), event as TrackingEvent] as const),
  ),
)

export const trackingEventOf = (text: string): TrackingEvent | undefined => eventByWord.get(bare(text))

export const bareColumn = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

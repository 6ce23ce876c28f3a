import type { Place } from '#contract/address'
import type { CallBody, CallResult } from '#contract/call'
import {
  type carrierLabelCalls,
  type LeftOut,
  labelSoftware,
  mostParcels,
  type ParcelKind,
  parcelKindLabel,
  parcelReference,
} from '#contract/carrier-label'
import { tokyoDate } from '#contract/day'
import { recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { invalidField, refuse, unknownKey } from '#server/platform/refusal'
import { type ParcelRow, parcelRows } from './carrier-label.queries.ts'
import {
  type FieldProblem,
  type LabelFormat,
  type LabelSide,
  type Parcel,
  problemsOfParcel,
  tidySide,
  withText,
} from './label-format.rules.ts'
import { labelFile, labelFormatOf } from './label-format-list.rules.ts'

type Wish = CallBody<typeof carrierLabelCalls.check>
type Told = CallResult<typeof carrierLabelCalls.check>

interface Batch {
  format: LabelFormat
  parcels: Parcel[]
  leftOut: Told['left_out']
}

export async function checkLabels(db: Db, actor: BusinessActor, wish: Wish): Promise<Told> {
  const { format, parcels, leftOut } = await batchOf(db, actor, wish)
  return {
    count: parcels.length,
    left_out: leftOut,
    problems: parcels.flatMap((parcel, index) =>
      problemsOfParcel(parcel, format).map((problem: FieldProblem) => ({
        row: index + 1,
        request: parcel.request,
        customer_name: parcel.customer_name,
        ...problem,
      })),
    ),
  }
}

/** It holds names and addresses, so the download is recorded before it leaves. */
export async function labelFileOf(db: Db, actor: BusinessActor, wish: Wish) {
  const { format, parcels } = await batchOf(db, actor, wish)
  if (parcels.length === 0) throw refuse('no_parcels')
  if (parcels.some((parcel) => problemsOfParcel(parcel, format).length > 0)) throw refuse('label_unprintable')
  await recordRead(db, actor, {
    action: 'carrier_label.download',
    object_type: 'company',
    object_id: actor.company_id,
    detail: {
      carrier: wish.carrier,
      kind: wish.kind,
      rows: parcels.length,
      requests: [...new Set(parcels.map(({ request }) => request))],
    },
  })
  const name = `${parcelKindLabel[wish.kind]}_${labelSoftware[wish.carrier]}_${tokyoDate(actor.at)}.csv`
  return { bytes: labelFile(format, parcels), name }
}

async function batchOf(db: Db, actor: BusinessActor, wish: Wish): Promise<Batch> {
  const today = tokyoDate(actor.at)
  const { requests, through = today } = wish
  const rows = await parcelRows(db, actor, wish.kind, { requests, through })
  if (rows.length > mostParcels)
    throw invalidField('requests', `1つのファイルに入れられるのは${mostParcels}個までです。分けてください。`)
  const found = new Set(rows.map(({ request }) => request))
  const unknown = requests?.find((id) => !found.has(id))
  if (unknown !== undefined) throw unknownKey('requests', unknown)
  const reasons = rows.map((row) => reasonOf(row, wish))
  const leftOut = rows.flatMap(({ request }, index) => {
    const reason = reasons[index]
    return reason ? [{ request, reason }] : []
  })
  const parcels = rows
    .filter((_row, index) => reasons[index] === null)
    .map((row) => parcelOf(row, wish.kind, shipOn(row, wish, today)))
  return { format: labelFormatOf(wish.carrier), parcels: written(parcels, wish.texts), leftOut }
}

function reasonOf(row: ParcelRow, { carrier }: Wish): LeftOut | null {
  if (!row.is_waiting) return 'not_waiting'
  if (row.is_numbered) return 'numbered'
  if (row.is_held) return 'held'
  return row.carrier !== null && row.carrier !== carrier ? 'other_carrier' : null
}

const shipOn = (row: ParcelRow, { kind, ship_on }: Wish, today: string): string =>
  ship_on ??
  (kind === 'pickup' && row.pickup_date !== null && row.pickup_date > today ? row.pickup_date : today)

function written(parcels: readonly Parcel[], texts: Wish['texts']): Parcel[] {
  const byRequest = Map.groupBy(texts, ({ request }) => request)
  return parcels.map((parcel) =>
    (byRequest.get(parcel.request) ?? []).reduce(
      (before, { field, text }) => withText(before, field, text),
      parcel,
    ),
  )
}

const sideAt = (place: Place | null) => ({
  postal_code: place?.postal_code ?? '',
  address: place ? `${place.prefecture}${place.city}${place.address1}` : '',
  building: place?.address2 ?? '',
})

const contents: Readonly<Record<ParcelKind, (row: ParcelRow) => string>> = {
  return: ({ pieces }) => `衣類・雑貨 ${pieces}点`,
  kit: ({ size, pieces }) => `梱包用の段ボール ${size}×${pieces}`,
  pickup: () => '衣類・雑貨',
}

function parcelOf(row: ParcelRow, kind: ParcelKind, shipOn: string): Parcel {
  const customer: LabelSide = tidySide({
    name: row.customer_name,
    kana: row.customer_kana,
    phone: row.customer_phone,
    ...sideAt(row.place),
  })
  const shop: LabelSide = tidySide({
    name: row.shop_name,
    kana: '',
    phone: row.shop_phone,
    ...sideAt(row.shop_place),
  })
  const [to, from] = kind === 'pickup' ? [shop, customer] : [customer, shop]
  return {
    kind,
    reference: parcelReference(kind, row.request, row.box),
    request: row.request,
    customer_name: row.customer_name,
    to,
    from,
    isCollect: kind === 'pickup' || (kind === 'return' && row.return_cost > 0),
    goods: contents[kind](row),
    note: kind === 'kit' ? '転送不要' : `申し込み ${row.request}`,
    shipOn,
  }
}

import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  carrierLabel,
  deliveringOptionLabel,
  kitSizeLabel,
  pickupTimeSlotLabel,
  unpricedPolicyLabel,
} from '#contract/codes'
import { tokyoClock } from '#contract/day'
import { formatYen } from '#contract/text'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import { shortDate } from '#web/lib/dates.ts'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted } from '#web/ui/page.tsx'
import type { KeptField } from './kept-draft.ts'
import { fieldLabels, type RequestDraft } from './request-draft.ts'
import type { KeptDraft } from './use-request-draft.ts'

const textOf = (field: KeptField, value: RequestDraft, shops: readonly Shop[]): string => {
  switch (field) {
    case 'shop':
      return shops.find(({ id }) => id === value.shop)?.name ?? ''
    case 'unpricedPolicy':
      return value.unpricedPolicy ? unpricedPolicyLabel[value.unpricedPolicy] : ''
    case 'approvalMode':
      return value.approvalMode === 'review_each' ? '結果を見て1点ずつ決める' : '決めた金額以上なら自動で売る'
    case 'autoAcceptAmount':
      return value.autoAcceptAmount ? formatYen(value.autoAcceptAmount) : ''
    case 'deliveringOption':
      return value.deliveringOption ? deliveringOptionLabel[value.deliveringOption] : ''
    case 'carrier':
      return carrierLabel[value.carrier]
    case 'boxSource':
      return value.boxSource ? { own: 'お手持ちの箱', kit: '段ボールを届けてもらう' }[value.boxSource] : ''
    case 'kitSize':
      return value.kitSize ? kitSizeLabel[value.kitSize] : ''
    case 'pickupDate':
      return value.pickupDate ? shortDate(value.pickupDate) : ''
    case 'pickupTimeSlot':
      return value.pickupTimeSlot ? pickupTimeSlotLabel[value.pickupTimeSlot] : ''
    default:
      return String(value[field] ?? '')
  }
}

type Props = { draft: KeptDraft; shops: readonly Shop[] }

/** What became of the draft on the server, as far as the customer has to know or to decide. */
export function DraftNotices({ draft, shops }: Props) {
  const { conflict, ended, keeper } = draft
  const [open, setOpen] = useState(true)
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ended) alert.current?.focus()
  }, [ended])
  if (ended)
    return (
      <Notice
        ref={alert}
        role="alert"
        tone="wait"
        title="この下書きは、ほかの画面で申し込まれたか、消されています"
        actions={
          <>
            <Link to="/requests">申し込みの一覧を見る</Link>
            <button type="button" onClick={keeper.goOn}>
              この内容で新しく始める
            </button>
          </>
        }
      >
        この画面の内容は、まだ消えていません。
      </Notice>
    )
  if (!conflict) return null
  const theirs = draft.keeper.theirs()
  if (!theirs) return null
  return (
    <>
      <Notice
        role="status"
        tone="wait"
        title="ほかの端末でも変更されています"
        actions={
          <button type="button" onClick={() => setOpen(true)}>
            どちらを残すか選ぶ
          </button>
        }
      >
        お選びいただくまで、この画面の変更は保存されません。
      </Notice>
      <ConflictDialog
        open={open}
        fields={conflict.fields.map((field) => ({
          key: field,
          label: field === 'unread' ? '' : fieldLabels[field],
          mine: textOf(field, draft.value, shops) || '—',
          theirs: textOf(field, theirs, shops) || '—',
        }))}
        onClose={() => setOpen(false)}
        onResolve={(choice) => {
          setOpen(true)
          keeper.resolve(choice)
        }}
      />
    </>
  )
}

/** One quiet line; only what is wrong is announced. */
export function SavedLine({ draft: { saving, savedAt, base } }: Pick<Props, 'draft'>) {
  const isWrong = saving === 'unsent'
  const text = isWrong
    ? '下書きをまだ保存できていません。入力は続けられます。つながりしだい保存します。'
    : saving === 'sending' || saving === 'waiting'
      ? '下書きを保存しています'
      : base && savedAt
        ? `下書き 保存済み ${tokyoClock(savedAt).slice(11, 16)}`
        : ''
  return (
    <Muted style={{ minHeight: 20, fontSize: 12 }}>
      <span role="status">{isWrong ? text : ''}</span>
      {isWrong ? '' : text}
    </Muted>
  )
}

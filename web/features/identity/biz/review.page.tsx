import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { addressLine } from '#contract/address'
import { ekyc, identificationClauseLabel, labelOf } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { identityCalls } from '#contract/identity'
import {
  type CaptureSlot,
  correctionPartLabel,
  correctionReasonLabel,
  identityDocumentLabel,
} from '#contract/identity-paper'
import { shortDateTime } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { ApproveForm } from './approve-form.tsx'
import { Papers } from './papers.tsx'
import { ReturnForm } from './return-form.tsx'
import { type Correction, type Review, slotsOfReview, toggled } from './review-types.ts'

const Sides = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '& h2': { ...theme.typography.h3 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 11fr) minmax(0, 9fr)' },
}))

/** The server records every view. */
export default function ReviewPage() {
  const { id } = useParams({ strict: false })
  const state = useCall(identityCalls.review, { params: { id: Number(id) } })
  return (
    <DetailPage
      title={state.data ? `${state.data.customerName} 様の本人確認` : '本人確認'}
      lead={state.data && <Chips review={state.data} />}
      actions={
        state.data && (
          <QuietLink
            to="/biz/customers/$shop/$id"
            params={{ shop: String(state.data.shop), id: String(state.data.customer) }}
          >
            お客さまの記録
          </QuietLink>
        )
      }
    >
      <p style={{ marginTop: -8, fontSize: 12 }}>
        <Link to="/biz/identity">‹ 本人確認の一覧</Link> <Muted>この画面を開いたことは記録されます。</Muted>
      </p>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(review) => <Shown key={`${review.id} ${review.version}`} review={review} />}
      </WhenRead>
    </DetailPage>
  )
}

function Chips({ review }: { review: Review }) {
  return (
    <Row gap={6}>
      <Muted>
        {labelOf(identityDocumentLabel, review.document)}・{shortDateTime(review.submittedAt)}提出
      </Muted>
      {review.ekycStatus === ekyc.IN_REVIEW && (
        <StatusChip tone={review.isLate ? 'late' : 'wait'}>
          {review.isLate ? 'お約束を過ぎました' : `${shortDateTime(review.reviewBy)}まで`}
        </StatusChip>
      )}
      {review.isAwaited && <StatusChip tone="wait">契約が待っています</StatusChip>}
    </Row>
  )
}

function Shown({ review }: { review: Review }) {
  const slots = slotsOfReview(review)
  const [slot, setSlot] = useState<CaptureSlot>(slots[0] ?? 'front')
  const [corrections, setCorrections] = useState<readonly Correction[]>([])
  const toggle = (chosen: Correction) => setCorrections((now) => toggled(now, chosen))
  const isOpen = review.ekycStatus === ekyc.IN_REVIEW
  return (
    <Sides>
      {review.captures.length === 0 && review.provider ? (
        <Notice title="画像はありません">
          ICチップの情報で確認されたため、撮影した画像はありません。読み取った内容は右にあります。
        </Notice>
      ) : review.captures.length > 0 ? (
        <Papers review={review} slots={slots} slot={slot} onSlot={setSlot} />
      ) : (
        <Notice title="画像は表示できません">
          お客さまが撮り直しているあいだ、画像は表示しません。もう一度提出されると、確認待ちに戻ります。
        </Notice>
      )}
      <Stack gap={12}>
        {review.openedBy && review.openedAt && (
          <Notice tone="wait" title={`${review.openedBy}さんが開いています`}>
            {shortDateTime(review.openedAt)}から開いています。先に決めたほうだけが有効です。
          </Notice>
        )}
        {review.provider && <ByProvider review={review} provider={review.provider} />}
        <Earlier review={review} />
        {isOpen ? (
          <>
            <ApproveForm review={review} corrections={corrections} onCorrection={toggle} />
            <ReturnForm review={review} slot={slot} corrections={corrections} onCorrection={toggle} />
          </>
        ) : (
          <Decided review={review} />
        )}
      </Stack>
    </Sides>
  )
}

const day = (date: string) => formatDateJa(date).replace(/\(.\)$/, '')

/** The record rests on it, so the provision and its validity are shown with what was read. */
function ByProvider({ review, provider }: { review: Review; provider: NonNullable<Review['provider']> }) {
  const { validFrom, validTo } = provider
  return (
    <Card>
      <h2>{provider.name}の結果</h2>
      <DefinitionList
        items={[
          { key: 'check', term: '受付番号', value: provider.check },
          { key: 'clause', term: '方法', value: labelOf(identificationClauseLabel, provider.clause) },
          {
            key: 'law',
            term: '根拠',
            value: `${provider.law}(${day(validFrom)}から${validTo ? `${day(validTo)}まで` : '、終わりの日は定められていません'})`,
          },
          {
            key: 'paper',
            term: '書類の期限',
            value: review.documentExpiresOn ? `${day(review.documentExpiresOn)}まで` : '—',
          },
          { key: 'name', term: '読み取った氏名', value: provider.nameRead },
          { key: 'birthday', term: '読み取った生年月日', value: day(provider.birthdayRead) },
          { key: 'address', term: '読み取った住所', value: provider.addressRead },
          { key: 'registered', term: '登録の住所', value: addressLine(review.address) },
        ]}
      />
    </Card>
  )
}

function Earlier({ review }: { review: Review }) {
  if (review.corrections.length === 0) return null
  return (
    <Card>
      <h2>これまでの依頼</h2>
      <ul style={{ paddingLeft: 20 }}>
        {review.corrections.map(({ part, reason, isFixed }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same step may have been asked for twice
          <li key={index} style={{ listStyle: 'disc' }}>
            {labelOf(correctionPartLabel, part)}: {labelOf(correctionReasonLabel, reason)}{' '}
            <Muted>{isFixed ? '直されました' : 'まだです'}</Muted>
          </li>
        ))}
      </ul>
      {review.note && <p>添えた文: {review.note}</p>}
    </Card>
  )
}

function Decided({ review }: { review: Review }) {
  const isApproved = review.ekycStatus === ekyc.APPROVED
  return (
    <Notice tone={isApproved ? 'ok' : 'wait'} title={isApproved ? '承認しました' : 'お客さまの番です'}>
      {review.decidedAt && `${shortDateTime(review.decidedAt)} ${review.decidedBy}`}
      {isApproved ? 'が承認しました。' : 'が撮り直しをお願いしました。'}
    </Notice>
  )
}

import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressLine } from '#contract/address'
import {
  carrierLabel,
  deliveringOptionLabel,
  kitSizeLabel,
  pickupTimeSlotLabel,
  unpricedPolicyLabel,
} from '#contract/codes'
import { formatDateJa } from '#contract/day'
import type { termsCalls } from '#contract/terms'
import { formatYen } from '#contract/text'
import { CampaignNotices, useCampaignNotices } from '#web/features/catalogue/shared/campaign-notices.tsx'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import type { Customer } from '#web/features/customer/shared/profile.rules.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDate } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { TextButton, textButton } from '#web/ui/text-button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { PartProps } from './goods-fields.tsx'
import { kitOnOf, type RequestDraft, type Step } from './request-draft.ts'
import { useHolidays } from './use-holidays.ts'

export type Terms = AskResult<typeof termsCalls.current>

const SummaryCard = styled(Card)(({ theme }) => ({
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  '& h3': { ...theme.typography.h3 },
  '& header :is(button, a)': {
    ...textButton({ theme }),
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    minWidth: 44,
  },
  '& p': { fontSize: 14 },
  '& p + p': { marginTop: 2 },
  '& .sub': { fontSize: 13, color: theme.okuru.palette.font.sub },
}))

function Summary({ title, onChange, lines }: { title: string; onChange: () => void; lines: string[] }) {
  return (
    <SummaryCard style={{ paddingTop: 6 }}>
      <header>
        <h3>{title}</h3>
        <button type="button" onClick={onChange}>
          変更<VisuallyHidden>: {title}</VisuallyHidden>
        </button>
      </header>
      {lines.filter(Boolean).map((line, index) => (
        <p key={line} className={index > 0 ? 'sub' : undefined}>
          {line}
        </p>
      ))}
    </SummaryCard>
  )
}

type SenderProps = { customer: Customer; isPickup: boolean; getsKit: boolean }

function Sender({ customer, isPickup, getsKit }: SenderProps) {
  const title = [getsKit && '段ボールのお届け先', isPickup && '集荷先'].filter(Boolean).join('・') || 'ご住所'
  return (
    <SummaryCard style={{ paddingTop: 6 }}>
      <header>
        <h3>{title}</h3>
        <Link to="/profile" search={{ returnUrl: '/requests/new?step=confirm' }}>
          変更<VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      </header>
      <PostalAddress
        postalCode={customer.address.postalCode}
        line={addressLine(customer.address)}
        name={`${customer.name} 様`}
        phone={customer.phone}
      />
      {isPickup && <p className="sub">運送会社がこのご住所に伺います。</p>}
      {getsKit && <p className="sub">段ボールは転送されません。このご住所でお受け取りください。</p>}
    </SummaryCard>
  )
}

const goodsLines = (draft: RequestDraft): string[] => [
  `${draft.boxCount}箱${draft.itemCount ? `・およそ${draft.itemCount}点` : ''}`,
  draft.approvalMode === 'review_each'
    ? '結果を見て1点ずつ決める'
    : `合計が${formatYen(draft.autoAcceptAmount ?? 0)}以上なら自動で売る`,
  `値段がつかなかった品: ${draft.unpricedPolicy ? unpricedPolicyLabel[draft.unpricedPolicy] : '—'}`,
  draft.note && `お店への連絡: ${draft.note}`,
]

const sendingLines = (draft: RequestDraft, kitOn: string | null): string[] => [
  ...(draft.deliveringOption === 'PICKUP_ONLY'
    ? [
        `${shortDate(draft.pickupDate)} ${draft.pickupTimeSlot ? pickupTimeSlotLabel[draft.pickupTimeSlot] : ''}`,
        `${deliveringOptionLabel.PICKUP_ONLY}・${carrierLabel[draft.carrier]}`,
      ]
    : [`自分で送る(着払い)・${carrierLabel[draft.carrier]}`]),
  kitOn && draft.kitSize
    ? `段ボール ${kitSizeLabel[draft.kitSize]}・${draft.boxCount}箱を、${shortDate(kitOn)}ごろお届け(無料)`
    : 'お手持ちの箱を使う',
]

type Props = PartProps & {
  /** Number of articles in the list; null without one. */
  listed: number | null
  shop: Shop
  terms: Terms
  renewed: boolean
  customer: Customer | undefined
  onStep: (step: Step) => void
}

export function ConfirmStep(props: Props) {
  const { draft, change, problems, listed, shop, terms, renewed, customer, onStep } = props
  const { isHoliday } = useHolidays()
  const kitOn = kitOnOf(draft, { at: new Date(), isHoliday })
  return (
    <Stack gap={16}>
      <Summary title="お店" onChange={() => onStep('shop')} lines={[shop.name]} />
      <Summary
        title="送るもの"
        onChange={() => onStep('goods')}
        lines={[...goodsLines(draft), listed ? `品のリスト: ${listed}点` : '']}
      />
      <Summary title="送り方" onChange={() => onStep('sending')} lines={sendingLines(draft, kitOn)} />
      {customer && (
        <Sender
          customer={customer}
          isPickup={draft.deliveringOption === 'PICKUP_ONLY'}
          getsKit={kitOn !== null}
        />
      )}
      <Campaigns shop={shop.id} />
      <BeforeSending shop={shop} draft={draft} />
      {renewed && (
        <Notice tone="wait" title="利用規約が新しくなりました">
          {formatDateJa(terms.effectiveOn)}からの版です。お読みになり、もう一度同意してください。
          ほかの入力はそのまま残っています。
        </Notice>
      )}
      <Agree {...{ draft, change, problems, terms }} open={renewed} />
    </Stack>
  )
}

function Campaigns({ shop }: { shop: number }) {
  const notices = useCampaignNotices(shop)
  if (notices.length === 0) return null
  return (
    <Card tight>
      <h3 style={{ fontSize: 16 }}>実施中のキャンペーン</h3>
      <Muted style={{ margin: '4px 0 12px', fontSize: 13 }}>
        きょうのお申し込みが対象です。条件に合うお品物には、査定の日が期間のあとになっても上乗せします。
      </Muted>
      <CampaignNotices notices={notices} />
    </Card>
  )
}

function BeforeSending({ shop, draft }: { shop: Shop; draft: RequestDraft }) {
  const automatic = draft.approvalMode !== 'review_each'
  const least = formatYen(draft.autoAcceptAmount ?? 0)
  return (
    <Card tight style={{ padding: '14px 18px 4px' }}>
      <h3 style={{ fontSize: 16 }}>送る前にご確認ください</h3>
      <DefinitionList
        items={[
          { key: 'postage', term: '送料', value: '¥0。着払いです。' },
          {
            key: 'return',
            term: '返送料',
            value:
              shop.returnCost === 0
                ? '¥0。1点だけのお返しも同じです。'
                : `${formatYen(shop.returnCost)}。お返しする品があるときだけかかります。`,
          },
          {
            key: 'reply',
            term: 'お返事の期限',
            value: `査定結果のご案内から${shop.replyBusinessDays}営業日です。`,
          },
          {
            key: 'silence',
            term: 'お返事がないとき',
            value: automatic
              ? `合計が${least}以上なら、お返事を待たずに売却となります。${least}に満たず、お返事もないときは、売却にならず、すべてお返しします。`
              : '売却にはなりません。期限を過ぎたら、すべてお返しします。',
          },
          {
            key: 'identity',
            term: '本人確認',
            value: '法律により、契約の前に必要です。済むまで売却は成立しません。',
          },
          {
            key: 'regret',
            term: '売ったあと',
            value: '成立から24時間以内なら、商品化の前の品は取り消せます。',
          },
        ]}
      />
    </Card>
  )
}

const TermsBox = styled('div')(({ theme }) => ({
  maxHeight: 240,
  overflow: 'auto',
  marginTop: 8,
  padding: '12px 14px',
  fontSize: 12,
  lineHeight: 1.7,
  whiteSpace: 'pre-line',
  background: theme.okuru.palette.bg.sunken,
  borderRadius: theme.okuru.radius.field,
}))

type AgreeProps = PartProps & { terms: Terms; open: boolean }

function Agree({ draft, change, problems, terms, open }: AgreeProps) {
  const [reading, setReading] = useState(open)
  return (
    <Card>
      <p style={{ fontSize: 13 }}>
        お申し込みには、
        <Link to="/terms/$version" params={{ version: terms.version }} target="_blank" rel="noopener">
          利用規約({terms.version}版)
          <VisuallyHidden>、新しいタブで開きます</VisuallyHidden>
        </Link>
        への同意が必要です。お申し込みの時の版が、このお取引にずっと使われます。
      </p>
      <TextButton type="button" aria-expanded={reading} onClick={() => setReading(!reading)}>
        {reading ? '規約を閉じる' : 'ここで規約を読む'}
      </TextButton>
      {reading && (
        <TermsBox role="region" aria-label="利用規約" tabIndex={0}>
          {terms.body}
        </TermsBox>
      )}
      <CheckField
        name="agreedTerms"
        label={<b>利用規約に同意します</b>}
        checked={draft.agreedTerms === terms.version}
        error={problems.agreedTerms}
        onChange={(event) => change({ agreedTerms: event.target.checked ? terms.version : '' })}
      />
    </Card>
  )
}

import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assessmentCalls } from '#contract/assessment'
import { itemStatus as I } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { formatYen } from '#contract/text'
import type { BizRequest } from '#web/features/purchase-request/shared/biz/types.ts'
import { currentOf } from '#web/lib/currents.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Yen } from '#web/ui/yen.tsx'
import type { Assessment } from './result-preview.tsx'

type Assessed = Assessment['items'][number]
type Check = {
  key: string
  text: string
  /** It keeps the result from going out. */
  bad: boolean
  /** It does not, but is worth a second look. */
  note?: boolean
  slugs?: readonly Assessed[]
}

/** What is looked at before a result goes out. What is bad stops it; the rest is worth a second look. */
export function checksOf(
  result: Assessment,
  request: Pick<BizRequest, 'isHeld' | 'arrivedItemCount'>,
): Check[] {
  const open = result.items.filter(({ itemStatus }) => itemStatus < I.ASSESSED)
  const live = result.items.filter(({ itemStatus }) => itemStatus <= I.NOT_BUYABLE)
  const bare = live.filter(({ images }) => images.length === 0)
  const wordless = live.filter(
    ({ deductions, comment, itemStatus }) =>
      itemStatus === I.ASSESSED && deductions.length > 0 && comment.trim() === '',
  )
  return [
    {
      key: 'open',
      bad: open.length > 0,
      text:
        open.length > 0 ? `査定が終わっていない商品 ${open.length}点` : 'すべての商品の査定が終わっています',
      slugs: open,
    },
    {
      key: 'count',
      bad: false,
      note: request.arrivedItemCount !== result.items.length,
      text:
        request.arrivedItemCount === result.items.length
          ? `受け取った ${result.items.length}点がそろっています`
          : `受け取りは ${request.arrivedItemCount ?? '—'}点、結果は ${result.items.length}点です`,
    },
    ...(request.isHeld ? [{ key: 'held', bad: true, text: '保留中です' }] : []),
    ...(bare.length > 0
      ? [{ key: 'bare', bad: false, note: true, text: `写真のない商品 ${bare.length}点`, slugs: bare }]
      : []),
    ...(wordless.length > 0
      ? [
          {
            key: 'words',
            bad: false,
            note: true,
            text: `減額があってコメントのない商品 ${wordless.length}点`,
            slugs: wordless,
          },
        ]
      : []),
  ]
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  '& li': { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', gap: 6 },
  '& li[data-bad]': { color: theme.okuru.palette.error.main, fontWeight: 700 },
  '& li svg': { marginTop: 2 },
  '& b': { marginRight: 8 },
  '& a': { marginRight: 8, fontWeight: 400 },
}))

type Props = { result: Assessment; request: BizRequest; onPublished: () => void }

/** Checks, deadline, and the one button that sends the offer out. */
export function PublishCard({ result, request, onPublished }: Props) {
  const confirm = useConfirm()
  const [until, setUntil] = useState('')
  const publish = useMutationOf(assessmentCalls.post)
  const { data: shop } = useCall(companyCalls.shop, { params: { id: request.shop } })
  const checks = checksOf(result, request)
  const stopped = checks.some(({ bad }) => bad)
  const said = publish.error ? fieldErrors(publish.error) : {}
  const automatic = request.approvalMode !== 'review_each' && request.autoAcceptAmount !== null

  const send = async () => {
    const sure = await confirm({
      title: `${request.customerName} 様に ${formatYen(result.total ?? 0)} で公開しますか?`,
      body: `${result.items.length}点の査定結果をお知らせします。公開した後は、取り下げて再査定にできます。`,
      confirm: `${formatYen(result.total ?? 0)} で公開する`,
    })
    if (!sure) return
    await publish
      .mutateAsync({
        params: { purchaseRequestPk: request.id },
        body: { version: result.version, ...(until && { expiresAt: `${until}T23:59:00+09:00` }) },
      })
      .then(
        () => {
          notify.done('査定結果を公開しました。お返事を待っています。')
          onPublished()
        },
        (error: unknown) => {
          if (!currentOf(error)) return
          // This card is gone when the other one has published, and its own words with it.
          notify.info('ほかの担当者が先に更新しました。いまの内容を表示しています。')
          onPublished()
        },
      )
  }
  useShortcuts([{ code: 'Enter', ctrl: true, label: '査定結果を公開する', run: () => void send() }], {
    enabled: !stopped && !publish.isPending,
  })
  return (
    <Card>
      <Stack gap={12}>
        <h2>公開の前に</h2>
        <Checks checks={checks} request={request.id} />
        <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <b>査定額の合計</b>
          <Yen amount={result.total} size={26} />
        </Row>
        {automatic && (
          <Muted>
            {`お客さまは ${formatYen(request.autoAcceptAmount ?? 0)} 以上の自動承諾を選んでいます。公開と同時に売却のお返事になることがあります。`}
          </Muted>
        )}
        <DatePicker
          label="お返事の期限"
          required={false}
          help={
            shop
              ? `空のままなら、${shop.replyBusinessDays}営業日後の23:59です。長くすることはできますが、短くはできません。`
              : undefined
          }
          value={until}
          onChange={setUntil}
          error={said.expiresAt?.join(' ')}
        />
        {publish.error && (
          <ErrorText role="alert">
            {currentOf(publish.error)
              ? 'ほかの画面で内容が変わりました。いまの内容を読み直したので、確かめてからもう一度公開してください。'
              : sentenceFor(publish.error)}
          </ErrorText>
        )}
        {stopped && <Muted>「公開できません」の項目が済むと公開できます。</Muted>}
        {!stopped && (
          <NextButton
            fullWidth
            onClick={() => void send()}
            pending={publish.isPending}
            endIcon={<Kbd>Ctrl ↵</Kbd>}
          >
            査定結果を公開する
          </NextButton>
        )}
      </Stack>
    </Card>
  )
}

function Checks({ checks, request }: { checks: readonly Check[]; request: number }) {
  return (
    <List>
      {checks.map(({ key, text, bad, note = false, slugs = [] }) => (
        <li key={key} data-bad={bad ? '' : undefined}>
          <Icon name={bad || note ? 'warning' : 'check'} size={18} />
          <span>
            {(bad || note) && <b>{bad ? '公開できません' : '確認'}</b>}
            {text}
            {slugs.length > 0 && <br />}
            {slugs.map(({ slug, seq }) => (
              <Link
                key={slug}
                to="/biz/bench/$id"
                params={{ id: String(request) }}
                search={{ item: slug }}
              >{`${seq}点目`}</Link>
            ))}
          </span>
        </li>
      ))}
    </List>
  )
}

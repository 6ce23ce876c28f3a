import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { assessmentCalls } from '#contract/assessment'
import { companyCalls } from '#contract/company'
import { requestStatus as R } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import type { BizRequest } from '#web/features/purchase-request/shared/biz/types.ts'
import { monthDayTime } from '#web/lib/dates.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Yen } from '#web/ui/yen.tsx'
import { type Check, checksOf } from './publish-checks.ts'
import type { Assessment } from './result-preview.tsx'
import { isAsked, SecondLookReview } from './second-look-review.tsx'

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  '& li': { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', gap: 6 },
  '& li[data-bad]': { color: theme.okuru.palette.error.main, fontWeight: 700 },
  '& li svg': { marginTop: 2 },
  '& b': { marginRight: 8 },
  '& .items': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', fontWeight: 400 },
  '& .items > [data-wide]': { flexBasis: '100%', fontVariantNumeric: 'tabular-nums' },
}))

type Props = { result: Assessment; request: BizRequest }

export function PublishCard({ result, request }: Props) {
  const confirm = useConfirm()
  const publish = useMutationOf(assessmentCalls.post, { rereadsOnError: true })
  const asked = isAsked(result)
  const form = useShortForm(assessmentCalls.post, {
    labels: { answer: 'お客さまへのお返事', expiresAt: 'お返事の期限' },
    defaultValues: { answer: '', expiresAt: '' },
    draft: `second-look-answer-${request.id}`,
    omit: ['expiresAt'],
    bodyOf: ({ answer, expiresAt }) => ({
      version: result.version,
      ...(expiresAt && { expiresAt: `${expiresAt}T23:59:00+09:00` }),
      ...(asked && { answer }),
    }),
    also: ({ answer }) => ({
      answer: asked && answer.trim() === '' ? 'お客さまへのお返事を入力してください' : undefined,
    }),
    stale:
      'ほかの画面で内容が変わりました。いまの内容を読み直したので、確かめてからもう一度公開してください。',
  })
  const { ref: _, ...until } = useBound(form, 'expiresAt')
  const { data: shop } = useCall(companyCalls.shop, { params: { id: request.shop } })
  const checks = checksOf(result, request)
  const stopped = checks.some(({ bad }) => bad)
  const automatic = request.approvalMode !== 'review_each' && request.autoAcceptAmount !== null

  const send = () =>
    form.submit(async (body) => {
      const sure = await confirm({
        title: `${request.customerName} 様に ${formatYen(result.total ?? 0)} で公開しますか?`,
        body: `${result.items.length}点の査定結果をお知らせします。公開した後は、取り下げて再査定にできます。`,
        confirm: `${formatYen(result.total ?? 0)} で公開する`,
      })
      if (!sure) return false
      try {
        await publish.mutateAsync({ params: { purchaseRequestPk: request.id }, body })
      } catch (error) {
        // A notification, because this card disappears once somebody else has published.
        if (currentOf(error)) notify.info('ほかの担当者が先に更新しました。いまの内容を表示しています。')
        throw error
      }
      notify.done('査定結果を公開しました。お返事を待っています。')
      return true
    })
  useShortcuts(
    [{ code: 'Enter', ctrl: true, label: '査定結果を公開する', inFields: true, run: () => void send() }],
    { enabled: !stopped && !publish.isPending },
  )
  const review = asked && (
    <Card>
      <SecondLookReview result={result} request={request.id} field={form.field('answer')} />
    </Card>
  )
  return (
    <Stack gap={16}>
      {review || <Reopened request={request} />}
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
            {...until}
            required={false}
            help={
              shop
                ? `空のままなら、${shop.replyBusinessDays}営業日後の23:59です。長くすることはできますが、短くはできません。`
                : undefined
            }
          />
          {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
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
    </Stack>
  )
}

function Reopened({ request }: { request: BizRequest }) {
  const line = request.statusHistory.findLast(({ toStatus }) => toStatus === R.REASSESSING)
  if (request.status !== R.REASSESSING || !line) return null
  return (
    <Notice tone="wait" title="公開した結果を開き直しています">
      {[line.reason, `${monthDayTime(line.at)} ${line.actor}`].filter(Boolean).join(' ・ ')}
    </Notice>
  )
}

function Checks({ checks, request }: { checks: readonly Check[]; request: number }) {
  return (
    <List>
      {checks.map(({ key, text, bad, note = false, items = [] }) => (
        <li key={key} data-bad={bad ? '' : undefined}>
          <Icon name={bad || note ? 'warning' : 'check'} size={18} />
          <span>
            {(bad || note) && <b>{bad ? '公開できません' : '確認'}</b>}
            {text}
            {items.length > 0 && (
              <span className="items">
                {items.map(({ slug, seq, text: words }) => (
                  <span key={slug} data-wide={words ? '' : undefined}>
                    <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: slug }}>
                      {`${seq}点目`}
                    </Link>
                    {words && ` ${words}`}
                  </span>
                ))}
              </span>
            )}
          </span>
        </li>
      ))}
    </List>
  )
}

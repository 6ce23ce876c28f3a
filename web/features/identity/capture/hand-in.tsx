import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { ekyc, labelOf } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { identityCalls } from '#contract/identity'
import { type CaptureSlot, identityDocumentLabel, slotsOf } from '#contract/identity-paper'
import { sentenceFor } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { slotName } from './slot-words.ts'
import { documentOf, type Session } from './use-session.ts'

const Done = styled('ul')(({ theme }) => ({
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 52,
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& li:last-child': { borderBottom: 0 },
  '& svg': { color: theme.okuru.palette.success.main },
  '& b': { flex: 1 },
  '& small': { color: theme.okuru.palette.font.sub, fontSize: 12 },
  '& button': { minHeight: 44, minWidth: 44 },
}))

type Props = {
  session: Session
  onStored: (session: Session) => void
  onAgain: (step: CaptureSlot | 'document') => void
}

/** Everything is there: a last look at what goes to whom. */
export function HandIn({ session, onStored, onAgain }: Props) {
  const submit = useMutationOf(identityCalls.submit, { rereadsOnError: true })
  const document = documentOf(session)
  const isLooking = session.dealers.some(({ ekycStatus }) => ekycStatus === ekyc.IN_REVIEW)
  const send = () =>
    submit.mutate({ params: { id: session.id }, body: { version: session.version } }, { onSuccess: onStored })
  if (document === null) return null
  return (
    <Stack gap={20}>
      <Card>
        <Done>
          <li>
            <Icon name="check" label="済み" />
            <b>{labelOf(identityDocumentLabel, document)}</b>
            <small>
              {session.documentExpiresOn &&
                `${formatDateJa(session.documentExpiresOn).replace(/\(.\)$/, '')}まで`}
            </small>
            {!isLooking && <TextButton onClick={() => onAgain('document')}>変える</TextButton>}
          </li>
          {slotsOf(document).map((slot) => (
            <li key={slot}>
              <Icon name="check" label="済み" />
              <b>{slotName(slot, document)}</b>
              {!isLooking && (
                <TextButton
                  aria-label={`${slotName(slot, document)}を撮り直す`}
                  onClick={() => onAgain(slot)}
                >
                  撮り直す
                </TextButton>
              )}
            </li>
          ))}
        </Done>
      </Card>
      <Notice title="お渡しする先">
        {session.dealers.map(({ name }) => name).join('、')}
        の担当者が、画像とご登録の内容を見比べます。本人確認のほかには使いません。
      </Notice>
      {submit.isError && (
        <Notice tone="late" role="alert" title="まだ提出できていません">
          {sentenceFor(submit.error)}
        </Notice>
      )}
      <NextButton pending={submit.isPending} onClick={send}>
        同意して提出する
      </NextButton>
    </Stack>
  )
}

const checkerOf = ({ provider }: Session): string =>
  provider?.state === 'submitted' ? provider.name : 'お店'

const steps = (session: Session) => [
  {
    key: 'in',
    title: '提出しました',
    when: session.submittedAt ? shortDateTime(session.submittedAt) : '',
  },
  {
    key: 'look',
    title: `${checkerOf(session)}が確認します`,
    when: session.reviewBy ? `${shortDateTime(session.reviewBy)}まで` : '',
    body: '結果は、メールとマイページでお知らせします。お客さまのお手続きはありません。',
    state: 'now' as const,
  },
  {
    key: 'pay',
    title: '査定結果へのお返事のあと、契約へ',
    body: 'もうお返事をいただいているときは、確認が終わるとすぐ契約に進みます。',
    state: 'open' as const,
  },
]

export function InReview({ session }: { session: Session }) {
  return (
    <Stack gap={20}>
      <Card>
        <Timeline label="これからの流れ" steps={steps(session)} />
      </Card>
      <Notice title="撮り直しが必要なとき">
        {session.provider?.state === 'submitted'
          ? '理由と、次にお願いすることをメールでお知らせします。'
          : '理由と撮り方をお知らせします。その1枚だけ撮り直していただければ、ほかはそのまま使えます。'}
      </Notice>
      <NextLink to="/requests">申し込みの一覧へ</NextLink>
      <QuietLink to="/mypage">マイページへ</QuietLink>
      <p style={{ fontSize: 13 }}>
        お名前・生年月日・ご住所を変えると、提出した内容がお手元に戻ります。{' '}
        <Link to="/profile">お客さま情報</Link>
      </p>
    </Stack>
  )
}

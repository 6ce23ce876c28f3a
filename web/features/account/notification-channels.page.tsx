import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { type MessageKind, messageKindLabel } from '#contract/message-kind'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { BackMark, Page, Section } from '#web/ui/page.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { LineLink } from './line-link.tsx'

const about: Readonly<Record<MessageKind, string>> = {
  progress: 'お申し込みの受付、集荷、お店への到着など',
  reminder: 'お返事の期限や、まだ済んでいないお手続き',
  deal: '査定結果、契約の成立、お振込み、お返し',
  safety: '本人確認、口座や連携の変更',
}

const Kinds = styled('ul')(({ theme }) => ({
  '& > li': { padding: '12px 0' },
  '& > li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& h3': { ...theme.typography.h3 },
  '& small': { display: 'block', fontSize: 13, lineHeight: 1.6, color: theme.okuru.palette.font.sub },
  '& fieldset': { display: 'flex', flexWrap: 'wrap', gap: '0 24px', margin: 0, padding: 0, border: 0 },
  '& label': { display: 'inline-flex', alignItems: 'center', gap: 10, minHeight: 44, cursor: 'pointer' },
  '& label:has(input:disabled)': { cursor: 'default', color: theme.okuru.palette.font.sub },
  '& input': { width: 20, height: 20, margin: 0, accentColor: theme.okuru.palette.primary.main },
}))

export default function NotificationChannelsPage() {
  return (
    <Page
      title="お知らせの受け取り方"
      lead="どのお知らせも「あなたへのお知らせ」に残ります。あわせて、メールやLINEでお受け取りいただけます。"
      back={
        <Link to="/settings">
          <BackMark />
          設定
        </Link>
      }
    >
      <Section title="LINE">
        <LineLink />
      </Section>
      <Section title="お知らせの種類">
        <Channels />
      </Section>
    </Page>
  )
}

type Channel = 'mail' | 'line'

function Channels() {
  const channels = useCall(customerCalls.channels)
  const choose = useMutationOf(customerCalls.chooseChannel, { waits: true, rereadsOnError: true })
  const body = choose.isPending ? choose.variables.body : undefined
  return (
    <WhenShown state={channels}>
      {({ hasMail, hasLine, kinds }) => (
        <Card style={{ paddingTop: 4, paddingBottom: 4 }}>
          <Kinds>
            {kinds.map(({ kind, mail, line, isRequired }) => {
              const isOn = (channel: Channel, saved: boolean) =>
                body?.kind === kind && body.channel === channel ? body.isOn : saved
              const box = (channel: Channel, label: string, saved: boolean, isFixed: boolean) => (
                <label>
                  <input
                    type="checkbox"
                    checked={isOn(channel, saved)}
                    disabled={isFixed}
                    onChange={(event) => {
                      if (choose.isPending) return
                      choose.mutate({ body: { kind, channel, isOn: event.target.checked } })
                    }}
                  />
                  {label}
                </label>
              )
              return (
                <li key={kind}>
                  <h3 id={`kind-${kind}`}>{messageKindLabel[kind]}</h3>
                  <small>{about[kind]}</small>
                  <fieldset aria-labelledby={`kind-${kind}`}>
                    {hasMail &&
                      box('mail', isRequired ? 'メール（必ずお送りします）' : 'メール', mail, isRequired)}
                    {hasLine && box('line', 'LINE', line, false)}
                  </fieldset>
                  {!hasMail && !hasLine && (
                    <small>メールアドレスを登録すると、メールでお受け取りいただけます。</small>
                  )}
                </li>
              )
            })}
          </Kinds>
          {choose.error && (
            <p role="alert" style={{ padding: '8px 0 12px' }}>
              {sentenceFor(choose.error)}
            </p>
          )}
        </Card>
      )}
    </WhenShown>
  )
}

import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { errorCode } from '#web/lib/ask.ts'
import { forForm } from '#web/lib/form-error.ts'
import { reread, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { logout } from '#web/lib/session.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Page, Section, Stack } from '#web/ui/page.tsx'
import { KeptRecords } from './kept-records.tsx'
import { isLeavingWord, leavingWord, type Obstacle, obstaclesOf } from './leave.rules.ts'
import { rememberLeaving } from './left.ts'

const Points = styled('ul')({
  paddingLeft: 20,
  fontSize: 14,
  '& li': { listStyle: 'disc', padding: '4px 0' },
})

// Open requests are the newest ones; the server checks all.
const LOOKED_AT = 100

export default function LeavePage() {
  const customers = useCall(customerCalls.list)
  const requests = useCall(purchaseRequestCalls.list, { query: { size: LOOKED_AT } })
  const failed = [customers, requests].filter(({ isError }) => isError)
  const customer = customers.data?.results[0]
  const obstacles = customer && requests.data && obstaclesOf({ ...customer, rows: requests.data.results })
  return (
    <Page
      title="退会のお手続き"
      back={
        <Link to="/settings">
          <BackMark />
          設定
        </Link>
      }
    >
      {failed.length > 0 ? (
        <ErrorPanel
          onRetry={() => failed.forEach((call) => void call.refetch())}
          retrying={failed.some(({ isRefetching }) => isRefetching)}
        />
      ) : customers.isPending || requests.isPending ? (
        <Loading />
      ) : (
        <>
          {obstacles && obstacles.length > 0 && (
            <Section title="いまは退会できません">
              <NotYet obstacles={obstacles} />
            </Section>
          )}
          <Consequences />
          {customer && obstacles?.length === 0 && (
            <Section title="退会する">
              <LeaveForm customerId={customer.id} />
            </Section>
          )}
          {!customer && (
            <Notice title="退会のお手続きは、お問い合わせからお願いします">
              お客さま情報のご登録がないため、この画面ではお手続きできません。
              <Link to="/contact">お問い合わせ</Link>
            </Notice>
          )}
        </>
      )}
    </Page>
  )
}

function NotYet({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <Stack gap={12}>
      <p style={{ fontSize: 14 }}>次のことが終わると、この画面から退会できます。</p>
      {obstacles.map(({ key, text, link, to, id }) => (
        <Notice
          key={key}
          tone="wait"
          actions={
            to === '/balance' ? (
              <Link to={to}>{link}</Link>
            ) : (
              <Link to={to} params={{ id: String(id) }}>
                {link}
              </Link>
            )
          }
        >
          {text}
        </Notice>
      ))}
    </Stack>
  )
}

function Consequences() {
  return (
    <>
      <Section title="退会すると">
        <Card>
          <Points>
            <li>すべての端末からログアウトし、ログインできなくなります。元に戻すことはできません。</li>
            <li>申し込みや査定結果、お支払いの記録を、ご覧いただけなくなります。</li>
            <li>振込先の口座の登録、書きかけの申し込み、LINEなどとの連携は、すぐに削除します。</li>
            <li>同じメールアドレスで、いつでも新しく登録し直せます。</li>
          </Points>
        </Card>
      </Section>
      <KeptRecords />
    </>
  )
}

function LeaveForm({ customerId }: { customerId: number }) {
  const form = useCallForm({
    call: customerCalls.leave,
    labels: { word: '確認の言葉' },
    defaultValues: { word: '' },
    also: ({ word }) => ({
      word: isLeavingWord(word) ? undefined : `「${leavingWord}」と入力してください。`,
    }),
    mode: 'onSubmit',
  })
  const client = useQueryClient()
  const router = useRouter()
  const leave = useMutationOf(customerCalls.leave)
  const send = async () => {
    try {
      await leave.mutateAsync({ params: { id: customerId } })
    } catch (error) {
      // Something was opened meanwhile; the reload shows it above.
      if (errorCode(error) === 'customer_has_open_business') void reread(client, ['customer', 'request'])
      throw error
    }
    void logout()
    rememberLeaving(new Date())
    await router.navigate({ to: '/left', replace: true })
  }
  return (
    <Form form={form} onValid={() => forForm(send)}>
      <TextField
        required
        help={`「${leavingWord}」と入力してください。`}
        autoComplete="off"
        {...form.field('word')}
        style={{ maxWidth: 240 }}
      />
      <Stack gap={8}>
        <DangerButton type="submit" pending={form.formState.isSubmitting}>
          退会する
        </DangerButton>
        <QuietLink to="/settings">退会せずに戻る</QuietLink>
      </Stack>
    </Form>
  )
}

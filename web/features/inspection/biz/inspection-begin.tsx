import { inspectionCalls, mostInspectionDays } from '#contract/inspection'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useShortForm } from '#web/ui/short-form.ts'

type Props = {
  onBegun: (inspection: AskResult<typeof inspectionCalls.begin>) => void
  onClose: () => void
}

const daysIn = (text: string): number => Number(text.normalize('NFKC').trim() || Number.NaN)

export function InspectionBegin({ onBegun, onClose }: Props) {
  const begin = useMutationOf(inspectionCalls.begin)
  const { confirmed, dialog } = useReauthenticate()
  const form = useShortForm(inspectionCalls.begin, {
    labels: {
      authority: '検査する機関',
      officer: '担当の方の氏名',
      email: 'メールアドレス',
      days: '閲覧できる日数',
    },
    words: {
      email: '届くメールアドレスを入力してください。',
      days: `1日から${mostInspectionDays}日までの日数を入力してください。`,
    },
    defaultValues: { authority: '', officer: '', email: '', days: '1' },
    draft: 'inspection-begin',
    bodyOf: ({ days, email, ...values }) => ({ ...values, email: email.trim(), days: daysIn(days) }),
  })
  return (
    <>
      <FormDialog
        form={form}
        title="立入検査用の閲覧を始めます"
        confirm="リンクを送って始める"
        Confirm={NextButton}
        send={async (body) => {
          onBegun(await confirmed(() => begin.mutateAsync({ body })))
          return false
        }}
        onClose={onClose}
      >
        <p>
          パスワードを設定するリンクをメールで送ります。その場で見ていただくときは、店舗で受け取れるアドレスでもかまいません。すべての管理者にお知らせします。
        </p>
        <TextField
          required
          autoFocus
          maxLength={80}
          autoComplete="off"
          help="例 渋谷警察署 生活安全課"
          {...form.field('authority')}
        />
        <TextField required={false} maxLength={80} autoComplete="off" {...form.field('officer')} />
        <TextField
          required
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          help="ログインに使います。担当者が使っているアドレスは使えません。"
          {...form.field('email')}
        />
        <TextField
          required
          inputMode="numeric"
          maxLength={2}
          unit="日"
          autoComplete="off"
          help="1日なら、今日の終わりまでです。"
          {...form.field('days')}
        />
      </FormDialog>
      {dialog}
    </>
  )
}

import { useState } from 'react'
import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { formatDateJa } from '#contract/day'
import { formatCount } from '#contract/text'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { TableSkeleton } from '#web/ui/skeletons.tsx'

type Setting = AskResult<typeof antiqueLedgerCalls.checkpointMail>

export function LedgerMail() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <QuietButton startIcon={<Icon name="bell" size={16} />} onClick={() => setOpen(true)}>
        控えの送り先
      </QuietButton>
      {open && <SettingDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const title = '古物台帳の控えの送り先'

function SettingDialog({ onClose }: { onClose: () => void }) {
  const read = useCall(antiqueLedgerCalls.checkpointMail)
  if (read.data) return <MailForm key={read.data.version} setting={read.data} onClose={onClose} />
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      {read.isError ? <Failed state={read} /> : <Loading skeleton={<TableSkeleton />} />}
    </Dialog>
  )
}

/** One address a line; mail programs separate them by commas or semicolons. */
const addressesIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s,;、]+/)
    .filter((part) => part !== '')

const tooLate =
  'ほかの担当者が先に変更しました。画面を閉じて、いまの送り先を確かめてください。入力はそのまま残っています。'

function MailForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const change = useMutationOf(antiqueLedgerCalls.changeCheckpointMail)
  const { confirmed, dialog } = useReauthenticate()
  const form = useShortForm(antiqueLedgerCalls.changeCheckpointMail, {
    labels: { addresses: '送り先のメールアドレス' },
    words: { addresses: '届くメールアドレスを、1行に1つ、10件まで入力してください。' },
    defaultValues: { addresses: setting.addresses.join('\n') },
    draft: `ledger-mail-${setting.version}`,
    bodyOf: ({ addresses }) => ({ addresses: addressesIn(addresses), version: setting.version }),
    stale: tooLate,
  })
  return (
    <>
      <FormDialog
        form={form}
        title={title}
        confirm="送り先を保存する"
        Confirm={NextButton}
        send={async (body) => {
          const saved = await confirmed(() => change.mutateAsync({ body }))
          notify.done(
            saved.addresses.length === 0
              ? '控えは、会社の管理者へ送ります。'
              : `控えを${saved.addresses.length}件の送り先へ送ります。新しい送り先には、確認のメールを送りました。`,
          )
        }}
        onClose={onClose}
      >
        <p>
          台帳の件数と最後の記載の照合値を、毎日1回メールで送ります。社外の税理士など、台帳を書き換えられない方へも送っておくと、改ざんがなかったことを示せます。お客さまの情報は入りません。
        </p>
        <TextArea
          required={false}
          rows={4}
          inputMode="email"
          autoComplete="off"
          help={`1行に1つ。空にすると管理者(${setting.administrators.join('、')})へ送ります。`}
          {...form.field('addresses')}
        />
        <Muted style={{ fontSize: 12 }}>
          {setting.mailedOn === null || setting.mailedSeq === null
            ? '控えは、まだ送っていません。台帳に記載があれば、毎朝5時に送ります。'
            : `前回の控え: ${formatDateJa(setting.mailedOn)}(${formatCount(setting.mailedSeq)}番まで)`}
        </Muted>
      </FormDialog>
      {dialog}
    </>
  )
}

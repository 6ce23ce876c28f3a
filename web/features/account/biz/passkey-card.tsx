import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { secondFactorCalls } from '#contract/second-factor'
import type { AskResult } from '#web/lib/ask.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { passkeysWorkAt } from '../shared/passkey.ts'
import { FactorCard, useFactorAct } from './factor-card.tsx'

type Own = AskResult<typeof secondFactorCalls.own>
type Passkey = Own['passkeys'][number]

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px 16px',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '10px 0',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& b, & small': { display: 'block', overflowWrap: 'anywhere' },
  '& small': { color: theme.okuru.palette.font.sub },
}))

type Props = { own: Own; onAdd: () => void; onChanged: (sentence: string) => void }

export function PasskeyCard({ own, onAdd, onChanged }: Props) {
  const { passkeys, passkeyOrigin, totp, isRequired } = own
  const doing = useFactorAct()
  const [renamed, setRenamed] = useState<Passkey>()
  const remove = useMutationOf(secondFactorCalls.removePasskey, { waits: true, rereadsOnError: true })
  const isOffered = passkeyOrigin !== null && passkeysWorkAt(new URL(passkeyOrigin).hostname)
  if (!isOffered && passkeys.length === 0) return null
  const isLast = (key: Passkey) =>
    isRequired && !totp && !passkeys.some((other) => other.id !== key.id && other.isUsable)
  const removeIt = ({ id, name }: Passkey) =>
    doing.act(
      {
        title: `パスキー「${name}」を削除しますか?`,
        body: 'このパスキーではログインできなくなります。端末に残っているパスキーは、端末の設定から削除してください。',
        confirm: '削除する',
        danger: true,
      },
      async () => {
        await remove.mutateAsync({ params: { id } })
        onChanged(`パスキー「${name}」を削除しました。`)
      },
    )
  return (
    <FactorCard
      title="パスキー"
      tone={passkeys.length > 0 ? 'ok' : 'gray'}
      state={passkeys.length > 0 ? `${passkeys.length}個` : '未登録'}
      doing={doing}
      acts={
        isOffered && (
          <QuietButton size="small" onClick={onAdd}>
            パスキーを登録する
          </QuietButton>
        )
      }
    >
      <p>
        {isOffered
          ? 'パスワードのあとに、端末の指紋・顔・PIN、またはセキュリティキーで確認します。偽のサイトでは働かないため、認証アプリよりも安全です。'
          : `パスキーは、この画面のアドレスでは使えません。${passkeyOrigin ? `${passkeyOrigin} を開いてください。` : ''}`}
      </p>
      {passkeys.length > 0 && (
        <List aria-label="登録したパスキー">
          {passkeys.map((key) => (
            <li key={key.id}>
              <div>
                <b>{key.name}</b>
                <small>{about(key)}</small>
              </div>
              <Row>
                <QuietButton
                  size="small"
                  aria-label={`「${key.name}」の名前を変える`}
                  onClick={() => setRenamed(key)}
                >
                  名前を変える
                </QuietButton>
                {!isLast(key) && (
                  <QuietButton
                    size="small"
                    aria-label={`「${key.name}」を削除する`}
                    pending={remove.isPending && remove.variables?.params.id === key.id}
                    onClick={() => void removeIt(key)}
                  >
                    削除する
                  </QuietButton>
                )}
              </Row>
            </li>
          ))}
        </List>
      )}
      {passkeys.some(isLast) && (
        <Muted>最後の1つは削除できません。別のパスキーか認証アプリを、先に登録してください。</Muted>
      )}
      {renamed && (
        <RenameDialog
          passkey={renamed}
          onClose={() => setRenamed(undefined)}
          onRenamed={(name) => onChanged(`パスキーの名前を「${name}」にしました。`)}
        />
      )}
    </FactorCard>
  )
}

const about = ({ createdAt, lastUsedAt, isSynced, isUsable }: Passkey): string =>
  [
    `${formatDateTimeJa(createdAt)}に登録`,
    lastUsedAt ? `最後のご利用 ${formatDateTimeJa(lastUsedAt)}` : 'まだ使われていません',
    isSynced && 'ほかの端末と同期',
    !isUsable && '今のアドレスでは使えません',
  ]
    .filter(Boolean)
    .join('・')

type RenameProps = { passkey: Passkey; onClose: () => void; onRenamed: (name: string) => void }

function RenameDialog({ passkey, onClose, onRenamed }: RenameProps) {
  const rename = useMutationOf(secondFactorCalls.renamePasskey, { waits: true, rereadsOnError: true })
  const form = useCallForm({
    call: secondFactorCalls.renamePasskey,
    labels: { name: 'パスキーの名前' },
    defaultValues: { name: passkey.name },
  })
  const send = (body: { name: string }) =>
    forForm(async () => {
      await rename.mutateAsync({ params: { id: passkey.id }, body })
      onRenamed(body.name)
      onClose()
    })
  return (
    <ActDialog
      title="パスキーの名前を変える"
      onClose={onClose}
      confirm="変える"
      form="rename-passkey"
      pending={form.formState.isSubmitting}
    >
      <Form id="rename-passkey" form={form} onValid={send} failedTitle="変えられませんでした">
        <TextField required autoFocus maxLength={40} {...form.field('name')} />
      </Form>
    </ActDialog>
  )
}

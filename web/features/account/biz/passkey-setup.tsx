import { useState } from 'react'
import { secondFactorCalls } from '#contract/second-factor'
import { ask } from '#web/lib/ask.ts'
import { toSnake } from '#web/lib/case.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Row } from '#web/ui/page.tsx'
import { makePasskey } from '../shared/passkey.ts'
import { useReauthenticate } from '../shared/reauthenticate.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const devices: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Androidの端末'],
  [/Mac OS/, 'Mac'],
  [/Windows/, 'Windowsのパソコン'],
]
const nameOfDevice = (): string =>
  devices.find(([agent]) => agent.test(navigator.userAgent))?.[1] ?? 'この端末'

type Props = { onDone: () => void; onCancel: () => void }

/** From a name over the browser's own question to the recovery codes. */
export function PasskeySetup({ onDone, onCancel }: Props) {
  const { confirmed, dialog } = useReauthenticate()
  const add = useMutationOf(secondFactorCalls.addPasskey, { waits: true })
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useCallForm({
    call: secondFactorCalls.renamePasskey,
    labels: { name: 'パスキーの名前' },
    defaultValues: { name: nameOfDevice() },
  })
  const send = ({ name }: { name: string }) =>
    forForm(async () => {
      const begun = await confirmed(() => ask(secondFactorCalls.beginPasskey, {}))
      const made = await makePasskey(toSnake(begun) as never)
      const { recoveryCodes } = await add.mutateAsync({ body: { name, ...made } })
      if (recoveryCodes) setCodes(recoveryCodes)
      else onDone()
    })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      <Form form={form} onValid={send} failedTitle="登録できませんでした">
        <p>
          パスワードのあとに、この端末の指紋・顔・PIN、またはセキュリティキーで確認します。コードの入力はいりません。
        </p>
        <TextField
          required
          autoFocus
          maxLength={40}
          help="どの端末のパスキーか、あとから見てわかる名前にします。"
          {...form.field('name')}
        />
        <Row>
          <MainButton type="submit" pending={form.formState.isSubmitting}>
            パスキーを登録する
          </MainButton>
          <QuietButton onClick={onCancel}>戻る</QuietButton>
        </Row>
      </Form>
      {dialog}
    </>
  )
}

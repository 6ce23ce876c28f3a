import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { secondFactorCalls } from '#contract/second-factor'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { CancelError } from '#web/lib/api-error.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const Steps = styled('ol')({
  display: 'grid',
  gap: 16,
  paddingLeft: 20,
  '& > li': { listStyle: 'decimal', paddingLeft: 4 },
  '& img': {
    display: 'block',
    width: 208,
    height: 208,
    marginTop: 8,
    padding: 12,
    background: '#ffffff',
    borderRadius: 8,
    imageRendering: 'pixelated',
  },
})

const Secret = styled('code')(({ theme }) => ({
  display: 'block',
  marginTop: 4,
  padding: '8px 12px',
  fontFamily: 'monospace',
  fontSize: 14,
  overflowWrap: 'anywhere',
  background: theme.okuru.palette.bg.sunken,
  borderRadius: theme.okuru.radius.field,
}))

type Begun = AskResult<typeof secondFactorCalls.beginTotp>
type Props = { onDone: () => void; onCancel: () => void }

/** From a new secret over its first code to the recovery codes. */
export function TotpSetup({ onDone, onCancel }: Props) {
  const begin = useMutationOf(secondFactorCalls.beginTotp, { waits: true })
  const { confirmed, dialog } = useReauthenticate()
  const [begun, setBegun] = useState<Begun>()
  const [problem, setProblem] = useState<string>()
  const [codes, setCodes] = useState<readonly string[]>()

  const start = () => {
    setProblem(undefined)
    confirmed(() => begin.mutateAsync({})).then(setBegun, (error) =>
      error instanceof CancelError ? onCancel() : setProblem(sentenceFor(error)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown.
  useEffect(start, [])

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      {!begun && !problem && <Loading />}
      {problem && (
        <Notice
          role="alert"
          tone="late"
          actions={
            <button type="button" onClick={start}>
              もう一度試す
            </button>
          }
        >
          {problem}
        </Notice>
      )}
      {begun && (
        <ConfirmCode
          begun={begun}
          onCancel={onCancel}
          onConfirmed={(made) => (made ? setCodes(made) : onDone())}
        />
      )}
      {problem && <QuietButton onClick={onCancel}>戻る</QuietButton>}
      {dialog}
    </>
  )
}

type ConfirmProps = {
  begun: Begun
  onConfirmed: (codes: readonly string[] | null) => void
  onCancel: () => void
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function ConfirmCode({ begun, onConfirmed, onCancel }: ConfirmProps) {
  const picture = useQrPicture(begun.uri)
  const form = useCallForm({
    call: secondFactorCalls.confirmTotp,
    labels: { totpCode: '認証アプリのコード' },
    blank: { totpCode: '認証アプリに表示されている6桁を入力してください。' },
    defaultValues: { totpCode: '' },
  })
  const confirm = useMutationOf(secondFactorCalls.confirmTotp, { waits: true })
  const send = (body: { totpCode: string }) =>
    forForm(async () => onConfirmed((await confirm.mutateAsync({ body })).recoveryCodes))
  return (
    <Form form={form} onValid={send} failedTitle="設定できませんでした">
      <Steps>
        <li>
          認証アプリで「追加」を選び、このQRコードを読み取ってください。
          {picture && <img src={picture} alt="認証アプリに読み取らせるQRコード" />}
          <Stack gap={0} style={{ marginTop: 8 }}>
            <Muted>読み取れないときは、アプリの「キーを入力」で次の文字を入力します(時間ベース)。</Muted>
            <Secret>{inFours(begun.secret)}</Secret>
          </Stack>
        </li>
        <li>アプリに表示された6桁のコードを、30秒以内に入力してください。</li>
      </Steps>
      <TextField
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        {...form.field('totpCode')}
      />
      <Row>
        <MainButton type="submit" pending={form.formState.isSubmitting}>
          このコードで設定する
        </MainButton>
        <QuietButton onClick={onCancel}>戻る</QuietButton>
      </Row>
    </Form>
  )
}

/** The text below the picture does as well, so a picture that cannot be drawn is left out. */
function useQrPicture(text: string): string | undefined {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isGone = false
    import('#web/features/item/shared/qr-picture.ts').then(
      ({ qrPicture }) => {
        if (!isGone) setPicture(qrPicture(text))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [text])
  return picture
}

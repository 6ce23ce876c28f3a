import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

export const FACTOR_CODE_LABEL = '認証アプリのコード'
export const MISSING_FACTOR_CODE = '認証アプリの6桁のコードか、回復コードを入力してください。'

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { autoFocus?: boolean }

/** A code of the authenticator app, or for its loss one of the recovery codes, in one field. */
export function FactorCode({ autoFocus = true, ref, ...field }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code begins empty, in the field.
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus, isRecovery])
  const swap = () => {
    if (input.current) input.current.value = ''
    setRecovery(!isRecovery)
  }
  return (
    <div>
      <TextField
        {...field}
        ref={input}
        label={isRecovery ? '回復コード' : FACTOR_CODE_LABEL}
        help={
          isRecovery
            ? '設定のときに控えた10文字のコードです。1つのコードは1回だけ使えます。'
            : 'スマートフォンの認証アプリに表示されている数字6桁です。'
        }
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <TextButton type="button" onClick={swap}>
        {isRecovery ? '認証アプリのコードを使う' : 'スマートフォンが使えないとき(回復コード)'}
      </TextButton>
    </div>
  )
}

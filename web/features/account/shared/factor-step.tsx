import type { ComponentProps } from 'react'
import { TextButton } from '#web/ui/text-button.tsx'
import { FactorCode } from './factor-code.tsx'

export type FactorWay = 'passkey' | 'code'

export interface FactorWays {
  way: FactorWay
  passkey: boolean
  code: boolean
}

type Props = ComponentProps<typeof FactorCode> & { ways: FactorWays; onWay: (way: FactorWay) => void }

/** The second factor of a sign-in: what the browser asks for by itself, or a field for a code. */
export function FactorStep({ ways, onWay, ...field }: Props) {
  if (ways.way === 'code')
    return (
      <div>
        <FactorCode {...field} />
        {ways.passkey && (
          <div>
            <TextButton type="button" onClick={() => onWay('passkey')}>
              パスキーを使う
            </TextButton>
          </div>
        )}
      </div>
    )
  return (
    <div>
      <p>続けて、パスキー(指紋・顔・PIN・セキュリティキー)で確認します。</p>
      {ways.code && (
        <TextButton type="button" onClick={() => onWay('code')}>
          認証アプリか回復コードを使う
        </TextButton>
      )}
    </div>
  )
}

import { styled } from '@mui/material/styles'
import { type ComponentPropsWithRef, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'

const Show = styled('button')(({ theme }) => ({
  // A touch target of 44 px without pushing the label and its field apart.
  minHeight: 44,
  margin: '-16px 0 -4px',
  padding: '16px 4px 4px',
  border: 0,
  fontSize: 12,
  color: theme.okuru.palette.primary.main,
  background: 'none',
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  cursor: 'pointer',
}))

const Rules = styled('ul')(({ theme }) => ({
  marginTop: 8,
  fontSize: 12,
  color: theme.okuru.palette.font.sub,
  '& li': { display: 'flex', alignItems: 'center', gap: 6, padding: '2px 0' },
  '& li[data-met]': { color: theme.okuru.palette.success.main },
  '& i': { width: 14, height: 14, border: '1.5px solid currentColor', borderRadius: '50%', opacity: 0.5 },
}))

const LEAST = 8
const SHARED = 4

const digitsOnly = (password: string): boolean => /^\d+$/.test(password)

function holdsAddress(password: string, email: string): boolean {
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  return name.length >= SHARED && password.toLowerCase().includes(name)
}

/** Covers what the browser can check; the server also refuses common passwords. */
export function passwordRules(password: string, email: string) {
  const length = [...password].length
  return [
    {
      label: `${LEAST}文字以上`,
      problem: `${LEAST}文字以上で入力してください。`,
      met: length >= LEAST,
    },
    {
      label: '数字以外の文字を含む',
      problem: '数字以外の文字も入れてください。',
      met: length > 0 && !digitsOnly(password),
    },
    {
      label: 'メールアドレスを含まない',
      problem: 'メールアドレスを含まないパスワードにしてください。',
      met: length > 0 && !holdsAddress(password, email),
    },
  ]
}

export function newPasswordProblem(password: string, email: string): string | undefined {
  if (!password) return '新しいパスワードを入力してください。'
  return passwordRules(password, email).find(({ met }) => !met)?.problem
}

type Props = Omit<ComponentPropsWithRef<'input'>, 'size' | 'type'> & {
  label: string
  help?: string
  error?: string
  required?: boolean
  rules?: ReturnType<typeof passwordRules>
}

export function PasswordField({ rules, ...props }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <TextField
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        labelEnd={
          <Show type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? '隠す' : '表示する'}
          </Show>
        }
      />
      {rules && (
        <Rules>
          {rules.map(({ label, met }) => (
            <li key={label} data-met={met ? '' : undefined}>
              {met ? <Icon name="check" size={14} label="済み" /> : <i aria-hidden />}
              {label}
            </li>
          ))}
        </Rules>
      )}
    </div>
  )
}

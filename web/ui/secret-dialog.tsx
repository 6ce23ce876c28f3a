import { type ReactNode, useRef } from 'react'
import { NextButton, QuietButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Notice } from './notice.tsx'
import { notify } from './notify.tsx'
import { Stack } from './page.tsx'

type Props = {
  title: string
  label: string
  secret: string
  /** What to do with it. */
  children: ReactNode
  onClose: () => void
}

/** A secret that the server shows once. */
export function SecretDialog({ title, label, secret, children, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      notify.done('コピーしました。')
    } catch {
      field.current?.focus()
      field.current?.select()
      notify.info('文字を選びました。Ctrl+C でコピーしてください。')
    }
  }
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={onClose}
      actions={
        <>
          <NextButton onClick={() => void copy()} autoFocus>
            コピーする
          </NextButton>
          <QuietButton onClick={onClose}>控えたので閉じる</QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <Notice tone="wait" title="いま控えてください">
          この画面を閉じると、もう表示できません。ほかの人が見られない場所に保管してください。
        </Notice>
        <TextField
          label={label}
          readOnly
          value={secret}
          ref={field}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          style={{ fontFamily: 'monospace' }}
        />
        {children}
      </Stack>
    </Dialog>
  )
}

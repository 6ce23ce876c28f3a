import { styled } from '@mui/material/styles'
import { useId, useRef, useState } from 'react'
import { storeLookCalls } from '#contract/store-look'
import type { AskResult } from '#web/lib/ask.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { Row } from '#web/ui/page.tsx'
import type { Picture } from './look.rules.ts'

export type Uploaded = AskResult<typeof storeLookCalls.upload>

const Ground = styled('div')({
  display: 'grid',
  placeItems: 'center',
  minHeight: 64,
  marginBottom: 8,
  padding: 12,
  borderRadius: 8,
  fontSize: 12,
  '& img': { maxWidth: '100%', maxHeight: 72 },
})

type Props = {
  use: 'logo' | 'symbol'
  label: string
  help: string
  error?: string
  picture: Picture | undefined
  ground: string
  ink: string
  none: string
  remark?: string
  onChange: (picture: Uploaded | undefined) => void
}

type Attempt = { file: File; sentence?: string; again: boolean }

/** A file that could not be sent for now is kept, and sent again by itself. */
function useSending({ use, onChange }: Pick<Props, 'use' | 'onChange'>, onSent: () => void) {
  const upload = useMutationOf(storeLookCalls.upload)
  const [attempt, setAttempt] = useState<Attempt>()
  const send = async (file: File, again = false) => {
    setAttempt({ file, again })
    const form = new FormData()
    form.append('use', use)
    form.append('file', file, file.name)
    try {
      onChange(await upload.mutateAsync({ body: form }))
      onSent()
      setAttempt(undefined)
    } catch (error) {
      setAttempt({ file, sentence: sentenceFor(error), again: isPassing(error) })
    }
  }
  return { attempt, send, isPending: upload.isPending, forget: () => setAttempt(undefined) }
}

export function PictureField(props: Props) {
  const { use, label, help, picture, ground, ink, none, remark, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const { attempt, send, isPending, forget } = useSending({ use, onChange }, () => {
    // The button that was pressed goes away.
    if (document.activeElement === again.current) choose.current?.focus()
  })
  const problem = attempt?.sentence && `「${attempt.file.name}」: ${attempt.sentence}`
  return (
    <FieldGroup label={label} help={help} error={problem ?? props.error}>
      <Ground style={{ background: ground, color: ink }}>
        {picture ? <img src={picture.url} alt={`${label}(現在)`} /> : none}
      </Ground>
      <Row gap={8}>
        {attempt?.again && (
          <MainButton
            ref={again}
            size="small"
            pending={isPending}
            onClick={() => void send(attempt.file, true)}
          >
            もう一度送る
          </MainButton>
        )}
        <QuietButton
          ref={choose}
          size="small"
          pending={isPending && !attempt?.again}
          aria-describedby={`${id}-state`}
          onClick={() => input.current?.click()}
        >
          {picture ? '画像を取り替える' : '画像を選ぶ'}
        </QuietButton>
        {picture && (
          <QuietButton
            size="small"
            onClick={() => {
              forget()
              onChange(undefined)
              choose.current?.focus()
            }}
          >
            使わない
          </QuietButton>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/webp,image/jpeg"
          aria-label={`${label}のファイル`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void send(file)
            target.value = ''
          }}
        />
      </Row>
      <p id={`${id}-state`} role="status" style={{ fontSize: 12, lineHeight: 1.7 }}>
        {isPending ? '画像を送っています。' : remark}
      </p>
    </FieldGroup>
  )
}

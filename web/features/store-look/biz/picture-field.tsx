import { styled } from '@mui/material/styles'
import { useId, useRef, useState } from 'react'
import { storeLookCalls } from '#contract/store-look'
import { type AskResult, sentenceFor } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
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

export function PictureField(props: Props) {
  const { use, label, help, picture, ground, ink, none, remark, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutationOf(storeLookCalls.upload)
  const [problem, setProblem] = useState<string>()
  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    const form = new FormData()
    form.append('use', use)
    form.append('file', file, file.name)
    try {
      onChange(await upload.mutateAsync({ body: form }))
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <FieldGroup label={label} help={help} error={problem ?? props.error}>
      <Ground style={{ background: ground, color: ink }}>
        {picture ? <img src={picture.url} alt={`${label}(現在)`} /> : none}
      </Ground>
      <Row gap={8}>
        <QuietButton
          size="small"
          pending={upload.isPending}
          aria-describedby={`${id}-state`}
          onClick={() => input.current?.click()}
        >
          {picture ? '画像を取り替える' : '画像を選ぶ'}
        </QuietButton>
        {picture && (
          <QuietButton size="small" onClick={() => onChange(undefined)}>
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
            void send(target.files?.[0])
            target.value = ''
          }}
        />
      </Row>
      <p id={`${id}-state`} role="status" style={{ fontSize: 12, lineHeight: 1.7 }}>
        {upload.isPending ? '画像を送っています。' : remark}
      </p>
    </FieldGroup>
  )
}

import { useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ChipButton } from '#web/ui/filter-chips.tsx'
import { Row, Stack } from '#web/ui/page.tsx'

const usual = [
  '当店の取り扱いブランドではないため',
  '破れ・穴があるため',
  '落ちない汚れがあるため',
  'においが強いため',
  '季節・型が古く、次のお客さまにおすすめできないため',
] as const

type Props = { start: string; onSave: (reason: string) => void; onClose: () => void }

/** A piece is not bought only with a reason, which the customer reads. */
export function NotBuyableDialog({ start, onSave, onClose }: Props) {
  const [reason, setReason] = useState(start)
  const [tried, setTried] = useState(false)
  const save = () => {
    setTried(true)
    if (reason.trim()) onSave(reason.trim())
  }
  return (
    <Dialog
      open
      title="今回は値段をつけない理由"
      onClose={onClose}
      actions={
        <>
          <MainButton onClick={save}>買取不可にして次へ</MainButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={10}>
        <TextArea
          label="理由"
          help="お客さまがそのまま読みます。"
          required
          autoFocus
          maxLength={500}
          value={reason}
          error={tried && !reason.trim() ? '理由を入力してください(例 袖口の破れのため)' : undefined}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.code !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            // The same key means something to the page behind, which is back as soon as this is closed.
            event.preventDefault()
            save()
          }}
        />
        <Row>
          {usual.map((text) => (
            <ChipButton key={text} type="button" onClick={() => setReason(text)}>
              {text}
            </ChipButton>
          ))}
        </Row>
      </Stack>
    </Dialog>
  )
}

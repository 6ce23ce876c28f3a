import { useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ChipButton } from '#web/ui/filter-chips.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { keyText } from '#web/ui/shortcut-list.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

const usual = [
  '当店の取り扱いブランドではないため',
  '破れ・穴があるため',
  '落ちない汚れがあるため',
  'においが強いため',
  '季節・型が古く、次のお客さまにおすすめできないため',
] as const

/** With Alt, because the field has the focus and a reason may begin with a number. */
export const reasonKey = (index: number) => ({ code: `Digit${index + 1}`, alt: true })

/** Rendered inside the dialog, so that the keys work only while it is open. */
function ReasonKeys({ onPick }: { onPick: (reason: string) => void }) {
  useShortcuts(
    usual.map((reason, index) => ({
      ...reasonKey(index),
      label: reason,
      inFields: true,
      run: () => onPick(reason),
    })),
  )
  return null
}

type Props = { start: string; onSave: (reason: string) => void; onClose: () => void }

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
          onFocus={(event) => event.target.select()}
        />
        <Row>
          <ReasonKeys onPick={setReason} />
          {usual.map((text, index) => (
            <ChipButton key={text} type="button" onClick={() => setReason(text)}>
              {text} <Kbd>{keyText(reasonKey(index))}</Kbd>
            </ChipButton>
          ))}
        </Row>
      </Stack>
    </Dialog>
  )
}

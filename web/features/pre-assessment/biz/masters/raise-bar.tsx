import { useState } from 'react'
import { formatCount, parseYenInput } from '#contract/text'
import { QuietButton } from '#web/ui/button.tsx'
import { ErrorText, Input } from '#web/ui/field-style.tsx'
import { isComposing } from '#web/ui/keyboard.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { raised, raiseOf } from './grid.rules.ts'

type Props = { count: number; onRaise: (next: (base: string) => string) => void; onClear: () => void }

/** Prices of the chosen rows at once; they are saved together with what else was typed. */
export function RaiseBar({ count, onRaise, onClear }: Props) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const raise = raiseOf(text)
    setWrong(raise === null)
    if (!raise) return
    onRaise((base) => {
      const before = parseYenInput(base)
      return before === null ? base : formatCount(raised(before, raise))
    })
    setText('')
  }
  return (
    <>
      <b>{`${count}行の基準額`}</b>
      <span style={{ width: 130 }}>
        <Input
          aria-label={`選んだ${count}行の基準額の変え方`}
          aria-invalid={isWrong || undefined}
          placeholder="+5% / -500 / =12000"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setWrong(false)
            setText(target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            apply()
          }}
        />
      </span>
      <QuietButton size="small" onClick={apply}>
        金額に反映する
      </QuietButton>
      {isWrong && <ErrorText role="alert">「+5%」「-500」「=12000」のように入力してください。</ErrorText>}
      <TextButton type="button" className="close" onClick={onClear}>
        選択をやめる
      </TextButton>
    </>
  )
}

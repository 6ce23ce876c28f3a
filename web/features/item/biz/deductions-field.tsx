import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorText, LabelRow, LabelText } from '#web/ui/field-style.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Deduction, Item } from './bench-types.ts'

const Box = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    border: `1px solid ${palette.border.medium}`,
    borderRadius: 8,
    '& > * + *': { borderTop: `1px solid ${palette.border.main}` },
    '& .row': { display: 'flex', alignItems: 'center', gap: 4, minHeight: 34, paddingLeft: 12 },
    '& .row > button:first-of-type': {
      flex: 1,
      display: 'flex',
      justifyContent: 'space-between',
      gap: 8,
      minWidth: 0,
      padding: '4px 0',
      border: 0,
      background: 'none',
      textAlign: 'left',
      cursor: 'pointer',
    },
    '& .row small': { color: palette.font.sub, fontSize: 11 },
    '& .add': {
      width: '100%',
      minHeight: 34,
      padding: '0 12px',
      border: 0,
      textAlign: 'left',
      color: palette.font.sub,
      background: 'none',
      cursor: 'pointer',
    },
    '& .edit': { display: 'grid', gap: 8, padding: 10, background: palette.primary.lightest },
    '& .edit .actions': { display: 'flex', justifyContent: 'flex-end', gap: 8 },
  }
})

/** ①, ②, … as they also stand on the photo. */
export const markOf = (index: number): string =>
  index < 20 ? String.fromCodePoint(0x2460 + index) : `(${index + 1})`

const empty: Deduction = { label: '', place: '', amount: 0, photo: null }

type Props = {
  deductions: readonly Deduction[]
  photos: Item['photos']
  /** The photo on the screen: most likely the one that shows the flaw. */
  photoShown: number | undefined
  onChange: (deductions: Deduction[]) => void
  /** Which row is being written: its place, or the end for a new one. */
  editing: number | undefined
  onEditing: (index: number | undefined) => void
  readOnly: boolean
  error?: string
}

/** What the price is lowered for: each with its reason, where on the garment, how much, and the photo of it. */
export function DeductionsField(props: Props) {
  const { deductions, photos, photoShown, onChange, editing, onEditing, readOnly, error } = props
  const isNew = editing === deductions.length
  const save = (index: number, deduction: Deduction) => {
    onChange(isNew ? [...deductions, deduction] : deductions.with(index, deduction))
    onEditing(undefined)
  }
  const editor = (index: number) => (
    <Editor
      start={deductions[index] ?? { ...empty, photo: photoShown ?? null }}
      photos={photos}
      onSave={(deduction) => save(index, deduction)}
      onCancel={() => onEditing(undefined)}
    />
  )
  return (
    <fieldset aria-label="減額">
      <LabelRow>
        <LabelText>減額</LabelText>
        <span className="end">
          <Kbd>D</Kbd>
        </span>
      </LabelRow>
      <Box>
        {deductions.map((deduction, index) =>
          index === editing ? (
            <div key={markOf(index)}>{editor(index)}</div>
          ) : (
            <div className="row" key={markOf(index)}>
              <button type="button" disabled={readOnly} onClick={() => onEditing(index)}>
                <span>
                  {markOf(index)} {deduction.label} <small>{deduction.place}</small>
                </span>
                <Yen amount={-deduction.amount} />
              </button>
              {!readOnly && (
                <IconButton
                  label={`減額「${deduction.label}」を消す`}
                  onClick={() => onChange(deductions.toSpliced(index, 1))}
                >
                  <Icon name="close" size={14} />
                </IconButton>
              )}
            </div>
          ),
        )}
        {isNew
          ? editor(deductions.length)
          : !readOnly && (
              <button type="button" className="add" onClick={() => onEditing(deductions.length)}>
                + 減額を足す
              </button>
            )}
        {readOnly && deductions.length === 0 && <div className="row">なし</div>}
      </Box>
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

type EditorProps = {
  start: Deduction
  photos: Item['photos']
  onSave: (deduction: Deduction) => void
  onCancel: () => void
}

function Editor({ start, photos, onSave, onCancel }: EditorProps) {
  const [label, setLabel] = useState(start.label)
  const [place, setPlace] = useState(start.place)
  const [amount, setAmount] = useState<number | null>(start.amount || null)
  const [photo, setPhoto] = useState(start.photo)
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const save = () => {
    setTried(true)
    if (label.trim() && amount !== null && amount > 0)
      onSave({ label: label.trim(), place: place.trim(), amount, photo })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.code === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      save()
    } else if (event.code === 'Escape') {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <fieldset className="edit" onKeyDown={press} aria-label="減額の内容">
      <div className="two">
        <TextField
          ref={first}
          label="理由"
          placeholder="袖口の毛羽立ち"
          maxLength={60}
          value={label}
          error={tried && !label.trim() ? '理由を入力してください' : undefined}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TextField
          label="場所"
          placeholder="右袖"
          maxLength={60}
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
      </div>
      <div className="two">
        <YenField
          label="金額"
          value={amount}
          onChange={setAmount}
          error={tried && !amount ? '1円以上で入力してください' : undefined}
        />
        <SelectField
          label="写真"
          emptyLabel="なし"
          value={photo ?? ''}
          onChange={(event) => setPhoto(event.target.value ? Number(event.target.value) : null)}
          options={photos.map(({ id, caption }, index) => ({
            value: id,
            label: `写真${index + 1} ${caption}`,
          }))}
        />
      </div>
      <div className="actions">
        <QuietButton onClick={onCancel}>やめる</QuietButton>
        <MainButton onClick={save}>この減額にする</MainButton>
      </div>
    </fieldset>
  )
}

import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorText, LabelRow, LabelText } from '#web/ui/field-style.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { enterField, isComposing } from '#web/ui/keyboard.ts'
import { firstMark, type Mark } from '#web/ui/marked-photo.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Deduction, Item } from './bench-types.ts'
import { type DeductionDraft, type DeductionEditing, missingOfDraft } from './deduction-drafts.ts'

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
    '& .edit .mark': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '4px 12px',
      fontSize: 12,
      '& label': { display: 'grid' },
      '& input': { width: '100%', accentColor: palette.primary.main },
    },
    '& .edit .actions': { display: 'flex', justifyContent: 'flex-end', gap: 8 },
    [BY_FINGER]: {
      '& .row, & .add': { minHeight: 44 },
      '& .row > button': { minWidth: 44, minHeight: 44 },
    },
  }
})

/** ①, ②, … as on the photo. */
export const markOf = (index: number): string =>
  index < 20 ? String.fromCodePoint(0x2460 + index) : `(${index + 1})`

type Props = {
  deductions: readonly Deduction[]
  photos: Item['photos']
  onChange: (deductions: Deduction[]) => void
  editing: DeductionEditing
  readOnly: boolean
  error?: string
}

export function DeductionsField(props: Props) {
  const { deductions, photos, onChange, editing, readOnly, error } = props
  const { draft } = editing
  const isNew = draft !== undefined && draft.index >= deductions.length
  const editor = draft && <Editor draft={draft} editing={editing} photos={photos} />
  const remove = (index: number) => {
    onChange(deductions.toSpliced(index, 1))
    if (draft && index < draft.index) editing.change({ ...draft, index: draft.index - 1 })
  }
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
          index === draft?.index ? (
            <div key={markOf(index)}>{editor}</div>
          ) : (
            <div className="row" key={markOf(index)}>
              <button type="button" disabled={readOnly} onClick={() => editing.open(index)}>
                <span>
                  {markOf(index)} {deduction.label} <small>{deduction.place}</small>
                </span>
                <Yen amount={-deduction.amount} />
              </button>
              {!readOnly && (
                <IconButton label={`減額「${deduction.label}」を消す`} onClick={() => remove(index)}>
                  <Icon name="close" size={14} />
                </IconButton>
              )}
            </div>
          ),
        )}
        {isNew
          ? editor
          : !readOnly && (
              <button type="button" className="add" onClick={() => editing.open(deductions.length)}>
                + 減額を足す
              </button>
            )}
        {readOnly && deductions.length === 0 && <div className="row">なし</div>}
      </Box>
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

type EditorProps = { draft: DeductionDraft; editing: DeductionEditing; photos: Item['photos'] }

function Editor({ draft, editing, photos }: EditorProps) {
  const { label, place, amount, photo, tried } = draft
  const { wantsFocus, change, settle } = editing
  const reason = useRef<HTMLInputElement>(null)
  const sum = useRef<HTMLInputElement>(null)
  const missing = missingOfDraft(draft)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const field = tried && missing[0] === 'amount' ? sum : reason
    enterField(field.current)
  })
  const put = (part: Partial<DeductionDraft>) => change({ ...draft, ...part })
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    if (event.code === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      settle()
    } else if (event.code === 'Escape' && editing.isUntouched()) {
      // Escape discards only an untouched draft; otherwise it just leaves the field.
      event.preventDefault()
      editing.drop()
    }
  }
  return (
    <fieldset className="edit" onKeyDown={press} aria-label="減額の内容">
      <div className="two">
        <TextField
          ref={reason}
          label="理由"
          placeholder="袖口の毛羽立ち"
          maxLength={60}
          value={label}
          error={tried && missing.includes('label') ? '理由を入力してください' : undefined}
          onChange={(event) => put({ label: event.target.value })}
        />
        <TextField
          label="場所"
          placeholder="右袖"
          maxLength={60}
          value={place}
          onChange={(event) => put({ place: event.target.value })}
        />
      </div>
      <div className="two">
        <YenField
          ref={sum}
          label="金額"
          value={amount}
          onChange={(next) => put({ amount: next })}
          error={tried && missing.includes('amount') ? '1円以上で入力してください' : undefined}
        />
        <SelectField
          label="写真"
          emptyLabel="なし"
          value={photo ?? ''}
          onChange={(event) =>
            put({ photo: event.target.value ? Number(event.target.value) : null, mark: null })
          }
          options={photos.map(({ id, caption }, index) => ({
            value: id,
            label: `写真${index + 1} ${caption}`,
          }))}
        />
      </div>
      {photo !== null && <MarkFields mark={draft.mark} onMark={(mark) => put({ mark })} />}
      <div className="actions">
        <QuietButton onClick={editing.drop}>やめる</QuietButton>
        <MainButton onClick={settle}>この減額にする</MainButton>
      </div>
    </fieldset>
  )
}

/** The circle by keyboard; with the mouse it is drawn on the photo. */
function MarkFields({ mark, onMark }: { mark: Mark | null; onMark: (mark: Mark | null) => void }) {
  if (!mark)
    return (
      <QuietButton size="small" onClick={() => onMark(firstMark)}>
        写真に丸を付ける
      </QuietButton>
    )
  return (
    <div className="mark">
      {markFields.map(({ part, label, least, most }) => (
        <label key={part}>
          {label}
          <input
            type="range"
            min={least}
            max={most}
            step={10}
            value={mark[part]}
            onChange={({ target }) => onMark({ ...mark, [part]: Number(target.value) })}
          />
        </label>
      ))}
      <QuietButton size="small" onClick={() => onMark(null)}>
        丸を消す
      </QuietButton>
    </div>
  )
}

const markFields = [
  { part: 'x', label: '丸の横の位置', least: 0, most: 1000 },
  { part: 'y', label: '丸の縦の位置', least: 0, most: 1000 },
  { part: 'r', label: '丸の大きさ', least: 10, most: 500 },
] as const

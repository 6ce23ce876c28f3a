import { styled } from '@mui/material/styles'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { useSavedViews } from '#web/lib/use-saved-views.ts'
import { DangerButton, NextButton, QuietButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { ChipButton } from './filter-chips.tsx'

const MOST_LETTERS = 20
const UNDO_MS = 10_000

/** Saves the list as a view, and edits the open one. */
export function SavedViews({ views }: { views: ReturnType<typeof useSavedViews> }) {
  const { names, current, changed, save, rename, remove } = views
  const [form, setForm] = useState<'save' | 'edit'>()
  const first = useRef<HTMLButtonElement>(null)
  const [removed, setRemoved] = useState<{ name: string; undo: () => void }>()
  const close = () => setForm(undefined)
  useEffect(() => {
    if (!removed) return
    first.current?.focus()
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  return (
    <>
      {current !== undefined && changed && (
        <ChipButton type="button" onClick={() => save(current)}>
          今の条件で上書きする
        </ChipButton>
      )}
      <ChipButton type="button" data-add="" ref={first} onClick={() => setForm('save')}>
        + 表示を保存
      </ChipButton>
      {current !== undefined && (
        <ChipButton type="button" data-add="" onClick={() => setForm('edit')}>
          表示を編集
        </ChipButton>
      )}
      {form === 'save' && (
        <NameDialog title="表示を保存" start="" taken={names} mayReplace onName={save} onClose={close} />
      )}
      {form === 'edit' && current !== undefined && (
        <NameDialog
          title={`表示「${current}」`}
          start={current}
          taken={names.filter((name) => name !== current)}
          onName={rename}
          onClose={close}
          onRemove={() => setRemoved({ name: current, undo: remove() })}
        />
      )}
      {removed && (
        <ChipButton
          type="button"
          onClick={() => {
            removed.undo()
            setRemoved(undefined)
          }}
        >
          「{removed.name}」を元に戻す
        </ChipButton>
      )}
    </>
  )
}

const Buttons = styled('div')({
  display: 'flex',
  flexDirection: 'row-reverse',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 16,
  '& > *': { flex: 'none' },
  '& > .apart': { marginRight: 'auto' },
})

type DialogProps = {
  title: string
  start: string
  taken: readonly string[]
  mayReplace?: boolean
  onName: (name: string) => void
  onClose: () => void
  onRemove?: () => void
}

function NameDialog({ title, start, taken, mayReplace = false, onName, onClose, onRemove }: DialogProps) {
  const [name, setName] = useState(start)
  const [error, setError] = useState<string>()
  const wanted = name.trim()
  const replaces = mayReplace && taken.includes(wanted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return setError('名前を入力してください(例 朝の確認)')
    if (taken.includes(wanted) && !mayReplace)
      return setError(`「${wanted}」はほかの表示の名前です。別の名前を入力してください。`)
    onName(wanted)
    onClose()
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="名前"
          help="条件・並び順・列を、このブラウザーにあなた専用で保存します。"
          autoFocus
          autoComplete="off"
          maxLength={MOST_LETTERS}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <Buttons>
          <NextButton type="submit">{replaces ? '上書きして保存する' : '保存する'}</NextButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
          {onRemove && (
            <DangerButton
              className="apart"
              onClick={() => {
                onClose()
                onRemove()
              }}
            >
              この表示を消す
            </DangerButton>
          )}
        </Buttons>
      </form>
    </Dialog>
  )
}

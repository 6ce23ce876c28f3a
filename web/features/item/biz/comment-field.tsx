import type { KeyboardEvent, RefObject } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { fillComment, typedCode } from '#contract/comment-text'
import { useCall } from '#web/lib/query-client.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { insertText, isComposing } from '#web/ui/keyboard.ts'
import { notify } from '#web/ui/notify.tsx'
import type { Item } from './bench-types.ts'

const LONGEST = 1000

/** Puts a template over what is selected, as if it were typed: Ctrl+Z takes it back. */
export function insertComment(
  field: HTMLTextAreaElement,
  body: string,
  { item, price, before = '' }: { item: Item; price: number | null; before?: string },
): void {
  const { text, missing } = fillComment(body, item, price)
  const { selectionStart, selectionEnd, value } = field
  if (value.length - (selectionEnd - selectionStart) + before.length + text.length > LONGEST) {
    notify.info(`コメントが${LONGEST}文字を超えるため、入れていません。`)
    return
  }
  field.focus()
  insertText(before + text)
  if (missing.length > 0) notify.info(`「${missing.join('」「')}」が未入力のため、空けて入れました。`)
}

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  item: Item
  price: number | null
  readOnly: boolean
  error: string | undefined
  onChange: (comment: string) => void
}

/** `/ks` and a blank or Enter become the template with this short code. */
export function CommentField({ ref, item, price, readOnly, error, onChange }: Props) {
  const { data: templates = [] } = useCall(catalogueCalls.commentTemplates)
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { ctrlKey, metaKey, altKey, shiftKey, code, currentTarget: field } = event
    if (readOnly || isComposing(event.nativeEvent) || ctrlKey || metaKey || altKey || shiftKey) return
    if (code !== 'Space' && code !== 'Enter') return
    const { selectionStart: caret, selectionEnd, value } = field
    const typed = caret === selectionEnd ? typedCode(value.slice(0, caret)) : undefined
    const template = typed && templates.find(({ shortCode }) => shortCode === typed.code)
    if (!template) return
    event.preventDefault()
    field.setSelectionRange(caret - typed.length, caret)
    insertComment(field, template.body, { item, price })
  }
  return (
    <TextArea
      ref={ref}
      label="お客さまへのコメント"
      labelEnd={<Kbd>;</Kbd>}
      rows={2}
      maxLength={LONGEST}
      value={item.comment}
      readOnly={readOnly}
      error={error}
      onKeyDown={press}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

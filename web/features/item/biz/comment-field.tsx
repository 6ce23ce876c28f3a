import type { KeyboardEvent, RefObject } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { fillComment, type Outdated, typedCode, withFilled } from '#contract/comment-text'
import { useCall } from '#web/lib/query-client.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { insertText, isComposing } from '#web/ui/keyboard.ts'
import { LabelButton } from '#web/ui/label-button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import type { Item, Patch } from './bench-types.ts'

const LONGEST = 1000

type Into = { item: Item; price: number | null; edit: (patch: Patch) => void; before?: string }

/** Puts a template over what is selected, as if it were typed: Ctrl+Z takes it back. */
export function insertComment(
  field: HTMLTextAreaElement,
  body: string,
  { item, price, edit, before = '' }: Into,
): void {
  const { text, filled, missing } = fillComment(body, item, price)
  const { selectionStart, selectionEnd, value } = field
  if (value.length - (selectionEnd - selectionStart) + before.length + text.length > LONGEST) {
    notify.info(`コメントが${LONGEST}文字を超えるため、入れていません。`)
    return
  }
  field.focus()
  insertText(before + text)
  if (filled.length > 0) edit({ comment: field.value, commentFilled: withFilled(item.commentFilled, filled) })
  if (missing.length > 0) notify.info(`「${missing.join('」「')}」が未入力のため、空けて入れました。`)
}

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  item: Item
  price: number | null
  readOnly: boolean
  error: string | undefined
  edit: (patch: Patch) => void
  outdated: readonly Outdated[]
  /** Undefined where the article has no other words for it. */
  onRefresh: (() => void) | undefined
  onTemplate: () => void
}

/** `/ks` and a blank or Enter become the template with this short code. */
export function CommentField(props: Props) {
  const { ref, item, price, readOnly, error, edit, outdated } = props
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
    insertComment(field, template.body, { item, price, edit })
  }
  return (
    <>
      <TextArea
        ref={ref}
        label="お客さまへのコメント"
        labelEnd={
          !readOnly && (
            <LabelButton type="button" onClick={props.onTemplate}>
              定型コメント <Kbd>;</Kbd>
            </LabelButton>
          )
        }
        rows={2}
        maxLength={LONGEST}
        value={item.comment}
        readOnly={readOnly}
        error={error}
        onKeyDown={press}
        onChange={(event) => edit({ comment: event.target.value })}
      />
      {outdated.length > 0 && !readOnly && <OutdatedNotice {...props} />}
    </>
  )
}

function OutdatedNotice({ item, edit, outdated, onRefresh }: Props) {
  const lines = [...new Set(outdated.map(outdatedSentence))]
  // An outdated amount cannot be dismissed: the notice stays until the amount in the comment is right.
  const left = item.commentFilled.filter(
    (filled) =>
      filled.variable === '査定額' ||
      !outdated.some(({ variable, text }) => variable === filled.variable && text === filled.text),
  )
  return (
    <Notice
      tone="wait"
      role="status"
      actions={
        <>
          {onRefresh && (
            <button type="button" onClick={onRefresh}>
              今の内容にそろえる&nbsp;<Kbd>U</Kbd>
            </button>
          )}
          {left.length < item.commentFilled.length && (
            <button type="button" onClick={() => edit({ comment: item.comment, commentFilled: left })}>
              {outdated.some(({ variable }) => variable === '査定額')
                ? '査定額のほかはこのままにする'
                : 'このままにする'}
            </button>
          )}
        </>
      }
    >
      {lines.map((line) => (
        <span key={line} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
    </Notice>
  )
}

function outdatedSentence({ variable, text, now }: Outdated): string {
  if (now !== '') return `コメントの「${text}」は前の${variable}です。今は「${now}」です。`
  return `コメントに「${text}」とありますが、${variable}は今ありません。コメントを書き直してください。`
}

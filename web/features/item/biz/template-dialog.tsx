import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { foldSearch } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'
import { isComposing } from '#web/ui/keyboard.ts'
import { usePatientEnter } from '#web/ui/use-patient-enter.ts'

type Template = AskResult<typeof catalogueCalls.commentTemplates>[number]

/** Exact short codes come first. */
export function matchTemplates(templates: readonly Template[], typed: string): Template[] {
  const wanted = foldSearch(typed.replace(/^[;/／]/, ''))
  if (wanted === '') return [...templates]
  const code = ({ shortCode }: Template) => foldSearch(shortCode)
  const rank = (template: Template) =>
    code(template) === wanted ? 0 : code(template).startsWith(wanted) ? 1 : 2
  return templates
    .filter(
      (template) =>
        code(template).startsWith(wanted) || foldSearch(template.title + template.body).includes(wanted),
    )
    .sort((one, other) => rank(one) - rank(other))
}

const List = styled('ul')(({ theme }) => ({
  maxHeight: 320,
  marginTop: 8,
  overflowY: 'auto',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr)',
    gap: 8,
    width: '100%',
    padding: '7px 8px',
    border: 0,
    borderRadius: 8,
    textAlign: 'left',
    background: 'none',
    cursor: 'pointer',
  },
  '& button[data-active], & button:hover': { background: theme.okuru.palette.primary.lightest },
  '& small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

function noteOf(
  read: { data: readonly unknown[] | undefined; isError: boolean },
  isWaiting: boolean,
  count: number,
): string {
  if (isWaiting) return '読み込んでいます。読み込めたら、そのまま入れます。'
  if (read.isError) return '通信が切れて、読み込めませんでした。Enter で、もう一度読み込みます。'
  if (read.data?.length === 0)
    return '定型コメントがまだ登録されていません。管理者が「定型コメント」で登録できます。'
  return read.data !== undefined && count === 0 ? '見つかりません。書き直してください。' : ''
}

type Props = {
  /** The text of a template as it would be put in. */
  filled: (body: string) => string
  onPick: (body: string) => void
  onClose: () => void
}

export function TemplateDialog({ filled, onPick, onClose }: Props) {
  const read = useCall(catalogueCalls.commentTemplates)
  const { data = [] } = read
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = matchTemplates(data, typed)
  const current = Math.min(active, found.length - 1)
  const enter = usePatientEnter({
    text: typed,
    ready: read.data !== undefined,
    hold: queueKeysUntil,
    retry: read.isError ? () => read.refetch() : undefined,
    take: () => {
      const chosen = found[current]
      if (chosen) onPick(chosen.body)
    },
  })
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.code]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setActive((current + step + found.length) % found.length)
    } else if (event.code === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      enter.press()
    }
  }
  return (
    <Dialog
      open
      title="定型コメント"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <TextField
        label="短い記号か言葉"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <p role="status" style={{ fontSize: 12 }}>
        {noteOf(read, enter.isWaiting, found.length)}
      </p>
      <List>
        {found.map((template, index) => (
          <li key={template.id}>
            <button
              type="button"
              data-active={index === current ? '' : undefined}
              onClick={() => onPick(template.body)}
            >
              <span>
                <Kbd>{template.shortCode}</Kbd>
              </span>
              <span>
                {template.title}
                <small>{filled(template.body)}</small>
              </span>
            </button>
          </li>
        ))}
      </List>
    </Dialog>
  )
}

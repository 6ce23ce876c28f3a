import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { Decision } from '#contract/answer'
import { decisionLabel } from '#contract/codes'
import { HiddenTabs } from '#web/ui/hidden-tabs.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { isTextField } from '#web/ui/keyboard.ts'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Choice } from './choice.tsx'
import { ItemArticle } from './item-article.tsx'
import { itemTitle, priceText } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'
import { useSwipe } from './use-swipe.ts'

/** From here on single steps would be too thin to tell apart. */
const mostSteps = 24

const TopBar = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  minHeight: 48,
  padding: '0 8px',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  '& h1': { fontSize: 15, lineHeight: 1.4, outline: 'none' },
  '& button': {
    minHeight: 44,
    padding: '0 8px',
    whiteSpace: 'nowrap',
    border: 0,
    font: 'inherit',
    fontSize: 13,
    fontWeight: 700,
    color: theme.okuru.palette.primary.main,
    background: 'none',
    cursor: 'pointer',
  },
  '& button:first-of-type': { justifySelf: 'start', display: 'inline-flex', alignItems: 'center', gap: 4 },
  '& button:last-of-type': { justifySelf: 'end' },
}))

const Steps = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 4,
  padding: '0 16px 10px',
  '& i': { flex: 1, height: 4, borderRadius: 2, background: theme.okuru.palette.border.medium },
  '& i[data-done]': { background: theme.okuru.palette.primary.light },
  '& i[data-here]': { background: theme.okuru.palette.primary.main },
}))

const Place = styled('div')({ padding: '0 12px 24px', overflow: 'hidden' })

const Turn = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 8,
  fontSize: 13,
  textAlign: 'center',
  color: theme.okuru.palette.font.sub,
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 44,
    padding: '0 4px',
    border: 0,
    font: 'inherit',
    fontWeight: 700,
    color: theme.okuru.palette.primary.main,
    background: 'none',
    cursor: 'pointer',
  },
  '& span button': { textDecoration: 'underline', textUnderlineOffset: 3 },
}))

/** Enlarged twice, a phone has no room for it. */
const Hint = styled('span')({
  '@media (max-width: 299px)': { visibility: 'hidden', whiteSpace: 'nowrap', overflow: 'hidden' },
})

type Props = {
  items: readonly AssessedItem[]
  index: number
  onItem: (index: number) => void
  onList: () => void
  onSummary: () => void
  /** Absent once the answer was given. */
  answer?: {
    decision: (item: AssessedItem) => Decision | undefined
    decide: (item: AssessedItem, word: Decision) => void
    undo: (item: AssessedItem) => void
  }
  actionOf: (item: AssessedItem) => ReactNode
  askOf: (item: AssessedItem) => (() => void) | undefined
  below: (item: AssessedItem) => ReactNode
}

/** ← and →, outside of text fields and dialogs. */
export function useArrowKeys(go: (step: 1 | -1) => void): void {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (isTextField(event.target) || document.querySelector('[role="dialog"]')) return
      if (event.key === 'ArrowRight') latest.current(1)
      if (event.key === 'ArrowLeft') latest.current(-1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** One article a screen, for phones. */
export function DeckItem(props: Props) {
  const { items, index, onItem, onList, onSummary, answer, actionOf, askOf, below } = props
  const last = items.length - 1
  const go = (step: 1 | -1) => {
    const next = index + step
    if (next < 0) onSummary()
    else if (next > last) onList()
    else onItem(next)
  }
  useArrowKeys(go)
  const { shift, handlers } = useSwipe(go)
  const item = items[index]
  if (!item) return null
  const decision = answer?.decision(item)
  return (
    <>
      <HiddenTabs />
      <TopBar>
        <button type="button" onClick={onSummary}>
          <Icon name="back" size={16} />
          合計へ
        </button>
        <h1 tabIndex={-1}>{`${index + 1} / ${items.length}`}</h1>
        <button type="button" onClick={onList}>
          一覧
        </button>
      </TopBar>
      {items.length <= mostSteps && (
        <Steps aria-hidden>
          {items.map((one, at) => (
            <i
              key={one.slug}
              data-here={at === index ? '' : undefined}
              data-done={answer?.decision(one) ? '' : undefined}
            />
          ))}
        </Steps>
      )}
      <Place {...handlers}>
        <div
          style={{
            transform: shift ? `translateX(${shift}px)` : undefined,
            transition: shift ? 'none' : 'transform 160ms',
          }}
        >
          <ItemArticle key={item.slug} item={item} action={actionOf(item)} onAsk={askOf(item)}>
            {below(item)}
          </ItemArticle>
        </div>
      </Place>
      <Preloaded items={items} index={index} />
      <VisuallyHidden role="status">
        {`${items.length}点中${index + 1}点目 ${itemTitle(item)} ${priceText(item.price)}`}
      </VisuallyHidden>
      <StickyBar>
        {answer && <Choice item={item} decision={decision} onDecide={(word) => answer.decide(item, word)} />}
        <Turn>
          <button type="button" onClick={() => go(-1)}>
            <Icon name="back" size={14} />
            {index === 0 ? '合計' : '前の品'}
          </button>
          <Said item={item} decision={decision} answer={answer} />
          <button type="button" onClick={() => go(1)}>
            {index === last ? '一覧で確かめる' : '次の品'}
            <Icon name="chevron" size={14} />
          </button>
        </Turn>
      </StickyBar>
    </>
  )
}

function Said({
  item,
  decision,
  answer,
}: { item: AssessedItem; decision: Decision | undefined } & Pick<Props, 'answer'>) {
  if (!answer) return <span />
  if (!decision) return <Hint>左右に動かすと、ほかの品へ</Hint>
  return (
    <span>
      {`${decisionLabel[decision]}を選びました `}
      {item.price !== null && (
        <button type="button" onClick={() => answer.undo(item)}>
          取り消す
        </button>
      )}
    </span>
  )
}

/** So that the next article's photo is there when the finger lets go. */
function Preloaded({ items, index }: { items: readonly AssessedItem[]; index: number }) {
  const next = items[index + 1]?.images[0]?.url
  useEffect(() => {
    if (next) new Image().src = next
  }, [next])
  return null
}

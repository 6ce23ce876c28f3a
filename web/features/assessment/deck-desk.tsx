import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Decision } from '#contract/answer'
import { decisionLabel } from '#contract/codes'
import { Icon } from '#web/ui/icons.tsx'
import { LOW_SCREEN } from '#web/ui/sticky-bar.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { Choice } from './choice.tsx'
import { useArrowKeys } from './deck-item.tsx'
import { ItemRow, saidOf } from './deck-list.tsx'
import { ItemArticle } from './item-article.tsx'
import { DESK_HEAD } from './result-head.tsx'
import type { AssessedItem } from './shared/assessment-types.ts'
import { sumTerm } from './sum-term.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '300px minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '372px minmax(0, 1fr)' },
}))

const Side = styled('div')(({ theme }) => ({
  alignSelf: 'stretch',
  background: theme.okuru.palette.bg.paper,
  borderRight: `1px solid ${theme.okuru.palette.border.main}`,
  '& > div': {
    position: 'sticky',
    top: 0,
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    // Whole on the first screen, below the header of the site and the one of the page.
    height: `calc(100vh - ${64 + DESK_HEAD}px)`,
    [LOW_SCREEN]: { position: 'static', height: 'auto' },
  },
  '& header': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: 12,
    padding: '14px 24px 8px',
    fontSize: 13,
    textWrap: 'balance',
  },
  '& ul': { overflowY: 'auto', overscrollBehavior: 'contain' },
  '& li': { padding: '6px 24px', borderLeft: '4px solid transparent' },
  '& li[data-current]': {
    background: theme.okuru.palette.primary.lightest,
    borderLeftColor: theme.okuru.palette.primary.main,
  },
  '& footer': {
    display: 'grid',
    gap: 6,
    padding: '14px 24px 18px',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
    fontSize: 13,
  },
}))

const Room = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  maxWidth: 1120,
  padding: '28px 36px 56px',
})

const Turn = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginTop: 6,
  '& button': { display: 'inline-flex', alignItems: 'center', gap: 4, textDecoration: 'none' },
  '& button:disabled': { visibility: 'hidden' },
})

type Props = {
  items: readonly AssessedItem[]
  index: number
  total: number | null | undefined
  onItem: (index: number) => void
  footer: ReactNode
  answer?: {
    decision: (item: AssessedItem) => Decision | undefined
    decide: (item: AssessedItem, word: Decision) => void
    undo: (item: AssessedItem) => void
  }
  above: ReactNode
  actionOf: (item: AssessedItem) => ReactNode
  askOf: (item: AssessedItem) => (() => void) | undefined
  below: (item: AssessedItem) => ReactNode
  after: ReactNode
}

/** List left, article right. */
export function DeckDesk(props: Props) {
  const { items, index, total, onItem, footer, answer, above, actionOf, askOf, below, after } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  const to = (next: number) => {
    if (next < 0 || next >= items.length) return
    moved.current = true
    onItem(next)
  }
  useArrowKeys((step) => to(index + step))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new article takes the focus, nothing else does
  useEffect(() => {
    if (!moved.current) return
    heading.current?.focus({ preventScroll: true })
    document.querySelector('li[data-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [index])
  const item = items[index]
  if (!item) return null
  const decision = answer?.decision(item)
  return (
    <Root>
      <Side>
        <div>
          <header>
            <span>{sumTerm(items)}</span>
            <Yen amount={total} size={24} />
          </header>
          <ul>
            {items.map((one, at) => {
              const chosen = answer?.decision(one)
              const { said, isSale } = answer
                ? { said: chosen && decisionLabel[chosen], isSale: chosen === 'sell' }
                : saidOf(one)
              return (
                <li key={one.slug} data-current={at === index ? '' : undefined}>
                  <ItemRow
                    item={one}
                    said={said}
                    isSale={isSale}
                    current={at === index}
                    onOpen={() => to(at)}
                  />
                </li>
              )
            })}
          </ul>
          <footer>{footer}</footer>
        </div>
      </Side>
      <Room>
        {above}
        <ItemArticle
          key={item.slug}
          item={item}
          heading={heading}
          action={actionOf(item)}
          onAsk={askOf(item)}
          lead={<p style={{ marginBottom: 8, fontSize: 13 }}>{`${index + 1} / ${items.length}`}</p>}
        >
          {answer && (
            <div style={{ marginTop: 20 }}>
              <Choice item={item} decision={decision} onDecide={(word) => answer.decide(item, word)} />
            </div>
          )}
          <Turn>
            <TextButton type="button" disabled={index === 0} onClick={() => to(index - 1)}>
              <Icon name="back" size={14} />
              前の品
            </TextButton>
            {answer && decision && item.price !== null && (
              <TextButton type="button" onClick={() => answer.undo(item)}>
                選び直す
              </TextButton>
            )}
            <TextButton type="button" disabled={index === items.length - 1} onClick={() => to(index + 1)}>
              次の品
              <Icon name="chevron" size={14} />
            </TextButton>
          </Turn>
          {below(item)}
        </ItemArticle>
        {after}
      </Room>
    </Root>
  )
}

import { styled } from '@mui/material/styles'
import { type ComponentProps, Fragment, isValidElement, type ReactNode, type Ref, useId } from 'react'
import type { Column, DataTableProps } from './data-table.tsx'
import { ThinBar } from './data-table-style.ts'
import { SelectBox } from './field-style.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'
import { isOnControl } from './on-control.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import { Yen } from './yen.tsx'

const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& > li': {
    position: 'relative',
    padding: '12px 14px',
    fontSize: 13,
    lineHeight: 1.6,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
    scrollMarginTop: 'calc(var(--shell-top, 0px) + 8px)',
    scrollMarginBottom: 8,
  },
}))

const Card = styled('li')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    overflowWrap: 'anywhere',
    '&[tabindex]': { cursor: 'pointer' },
    '&[tabindex]:hover': { borderColor: palette.border.strong },
    '&[aria-current="true"]': {
      background: palette.primary.lightest,
      boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    },
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    // The whole strip at the left edge takes the thumb.
    '& > label.lead': { width: 48, margin: '-12px 0 -12px -14px', padding: '11px 0 0 13px' },
    '& > span.lead': {
      minWidth: 26,
      marginRight: 8,
      color: palette.font.sub,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .lead input': { width: 24, height: 24, margin: 0 },
    '& > .body': { flex: 1, minWidth: 0, display: 'grid', gap: 4, fontVariantNumeric: 'tabular-nums' },
    '& .head': { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 10 },
    '& .title': {
      display: 'flex',
      flex: 1,
      flexWrap: 'wrap',
      columnGap: 8,
      minWidth: 0,
      fontSize: 14,
      fontWeight: 700,
    },
    '& .title small': { fontSize: 12, fontWeight: 400, color: palette.font.sub },
    '& .money': { flex: 'none', fontSize: 15 },
    '& .head > button': { margin: '-5px -8px -5px auto' },
    '& .head > .money + button': { marginLeft: -4 },
    '& .chips, & .acts': { display: 'flex', flexWrap: 'wrap', gap: '4px 6px' },
    '& .acts': { gap: 8, marginTop: 4 },
    // A rare act stands at the end of the chips, without a line of its own.
    '& .chips > :has(> button)': { marginLeft: 'auto' },
    '& > .body > dl': { display: 'flex', flexWrap: 'wrap', gap: '4px 14px', margin: 0 },
    // Large enough for a finger where lines follow each other.
    '& a': { display: 'inline-block', minHeight: 24 },
    '& > .body > dl > div': { display: 'flex', gap: 6, alignItems: 'baseline', maxWidth: '100%' },
    '& > .body > dl > div > dt': { flex: 'none', fontSize: 12, color: palette.font.sub },
    '& > .body > dl > div > dd': { margin: 0, minWidth: 0 },
  }
})

const isNothing = (content: ReactNode): boolean =>
  content === null ||
  content === undefined ||
  content === false ||
  content === '' ||
  content === '—' ||
  // Drawn as a dash.
  (isValidElement<ComponentProps<typeof Yen>>(content) &&
    content.type === Yen &&
    (content.props.amount ?? null) === null)

/** Where each column stands on a card. */
function placesOf<RowData>(columns: readonly Column<RowData>[]) {
  const at = (place: Column<RowData>['card']) => columns.filter(({ card }) => card === place)
  const free = at(undefined)
  const titles = columns.filter(({ card }) => card === 'title' || card === 'named')
  const title = titles.length > 0 ? titles : free.slice(0, 1)
  const money = free.filter(({ align }) => align === 'money')
  const side = money.length === 1 ? money : []
  const facts = free.filter((column) => !title.includes(column) && !side.includes(column))
  return { lead: at('lead')[0], title, side, chips: at('chip'), texts: at('text'), facts, acts: at('act') }
}

type BodyProps<RowData> = {
  columns: readonly Column<RowData>[]
  contentOf: (column: Column<RowData>) => ReactNode
  titleId?: string
  /** At the right of the title. */
  action?: ReactNode
}

function CardBody<RowData>({ columns, contentOf, titleId, action }: BodyProps<RowData>) {
  const { lead, title, side, chips, texts, facts, acts } = placesOf(columns)
  const filled = (some: readonly Column<RowData>[]) =>
    some
      .map((column) => ({ ...column, content: contentOf(column) }))
      .filter(({ content }) => !isNothing(content))
  const group = (className: string, some: readonly Column<RowData>[]) => {
    const parts = filled(some)
    if (parts.length === 0) return null
    return (
      <div className={className}>
        {parts.map(({ key, content }) => (
          <span key={key}>{content}</span>
        ))}
      </div>
    )
  }
  const first = lead && contentOf(lead)
  return (
    <>
      {lead &&
        !isNothing(first) &&
        // A control in the head, such as the box for all rows, stands for one in each row.
        (typeof lead.header === 'string' ? (
          <span className="lead">{first}</span>
        ) : (
          // biome-ignore lint/a11y/noLabelWithoutControl: the cell is the control, and has its own name.
          <label className="lead">{first}</label>
        ))}
      <div className="body">
        <div className="head">
          <span className="title" id={titleId}>
            {filled(title).map(({ key, card, header, content }, index) => (
              <Fragment key={key}>
                {/* Between words, for a reader's ear. */}
                {index > 0 && ' '}
                <span>
                  {card === 'named' && <small>{header} </small>}
                  {content}
                </span>
              </Fragment>
            ))}
          </span>
          {filled(side).map(({ key, header, content }) => (
            <span key={key} className="money">
              <VisuallyHidden>{header} </VisuallyHidden>
              {content}
            </span>
          ))}
          {action}
        </div>
        {group('chips', chips)}
        {filled(texts).map(({ key, content }) => (
          <div key={key}>{content}</div>
        ))}
        <Facts facts={filled(facts)} />
        {group('acts', acts)}
      </div>
    </>
  )
}

type Fact = { key: string; header: ReactNode; content: ReactNode }

const Facts = ({ facts }: { facts: readonly Fact[] }) =>
  facts.length > 0 && (
    <dl>
      {facts.map(({ key, header, content }) => (
        <div key={key}>
          <dt>{header}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  )

const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  marginBottom: 8,
  fontSize: 13,
  '& > label': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 44, paddingLeft: 15 },
  '& > label input': { width: 24, height: 24, margin: 0 },
  '& > select': { width: 'auto', maxWidth: '100%', marginLeft: 'auto' },
})

/** What the head of the table offers: choosing all rows, and their order. */
function CardTools<RowData>({ columns, ordering = '', onOrdering }: DataTableProps<RowData>) {
  const lead = columns.find(({ card }) => card === 'lead')
  const hasAll = lead && typeof lead.header !== 'string'
  const sorts = onOrdering ? columns.filter(({ sortBy }) => sortBy !== undefined) : []
  if (!hasAll && sorts.length === 0) return null
  return (
    <Tools>
      {hasAll && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the head is the control, and has its own name.
        <label>
          {lead.header}
          <span aria-hidden>すべて選ぶ</span>
        </label>
      )}
      {sorts.length > 0 && (
        <SelectBox aria-label="並び順" value={ordering} onChange={({ target }) => onOrdering?.(target.value)}>
          <option value="">並び順: 標準</option>
          {sorts.flatMap(({ key, header, sortBy = '' }) => [
            <option key={key} value={sortBy}>{`${header}(昇順)`}</option>,
            <option key={`-${key}`} value={`-${sortBy}`}>{`${header}(降順)`}</option>,
          ])}
        </SelectBox>
      )}
    </Tools>
  )
}

type Props<RowData> = DataTableProps<RowData> & {
  rows: readonly RowData[]
  current: number
  body: Ref<HTMLUListElement>
}

/** The rows of a table on a phone: a card each, from the same columns. */
export function DataCards<RowData>(props: Props<RowData>) {
  const { label, columns, rows, rowKey, current, body, loading, onSelect, onOpen, hasDetail } = props
  const id = useId()
  const press = onOpen && !hasDetail ? onOpen : onSelect
  const entry = Math.max(current, 0)
  return (
    <div>
      <CardTools {...props} />
      {loading && <ThinBar role="progressbar" aria-label="更新中" />}
      <Cards ref={body} aria-label={label} aria-busy={loading || undefined}>
        {rows.map((row, index) => (
          <Card
            key={rowKey(row)}
            tabIndex={press ? (index === entry ? 0 : -1) : undefined}
            aria-current={index === current ? 'true' : undefined}
            onClick={press && ((event) => !isOnControl(event.target, event.currentTarget) && press(row))}
          >
            <CardBody
              columns={columns}
              contentOf={({ cell }) => cell(row)}
              titleId={`${id}${index}`}
              action={
                press &&
                press === onSelect && (
                  <IconButton
                    id={`${id}${index}-open`}
                    label="内容を見る"
                    aria-labelledby={`${id}${index} ${id}${index}-open`}
                    onClick={() => press(row)}
                  >
                    <Icon name="chevron" size={20} />
                  </IconButton>
                )
              }
            />
          </Card>
        ))}
        {rows.length > 0 && columns.some(({ foot }) => foot !== undefined) && (
          <Card>
            <CardBody columns={columns} contentOf={({ foot }) => foot} />
          </Card>
        )}
      </Cards>
    </div>
  )
}

import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { labelOf } from '#contract/codes'
import { type ProductStage, productStageLabel } from '#contract/product'
import { formatYen } from '#contract/text'
import { ChipButton } from '#web/ui/filter-chips.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { Completeness } from './completeness.tsx'
import type { DeskRow } from './desk-rows.ts'
import { titleOf } from './product-types.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: '10px 14px',
  borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  '& > p': { display: 'flex', justifyContent: 'space-between', gap: 8, fontSize: 13, fontWeight: 700 },
  '& .stages': { display: 'flex', flexWrap: 'wrap', gap: 4 },
  '& .stages > button': { minHeight: 26, padding: '0 9px', whiteSpace: 'nowrap' },
  '& .stages > [aria-pressed="true"]': {
    fontWeight: 700,
    color: theme.okuru.palette.primary.contrastText,
    background: theme.okuru.palette.primary.main,
    borderColor: theme.okuru.palette.primary.main,
  },
  '& em': { fontStyle: 'normal', fontWeight: 700, color: theme.okuru.palette.error.main },
  [theme.breakpoints.up('lg')]: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    background: theme.okuru.palette.bg.paper,
  },
  [theme.breakpoints.down('lg')]: {
    padding: '6px 14px',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    '& .stages': { flexWrap: 'nowrap', overflowX: 'auto', padding: 2, margin: -2 },
  },
}))

const List = styled('ol')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    '& button': {
      display: 'grid',
      gridTemplateColumns: '40px minmax(0, 1fr) auto',
      gap: '0 10px',
      alignItems: 'center',
      width: '100%',
      minHeight: 66,
      padding: '7px 14px',
      border: 0,
      borderBottom: `1px solid ${palette.bg.sunken}`,
      textAlign: 'left',
      background: 'none',
      cursor: 'pointer',
    },
    '& button:hover': { background: palette.bg.header },
    '& button:focus-visible': { outlineOffset: -3 },
    '& button[aria-current="true"]': {
      background: palette.primary.lightest,
      boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    },
    '& .text > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .text > b': { fontSize: 12.5, lineHeight: 1.4 },
    '& small': { fontSize: 11.5, lineHeight: 1.5, color: palette.font.sub },
    '& .side': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& .side > *': { display: 'block' },
    '& .side > b': { fontSize: 12.5, lineHeight: 1.4 },
    '& [data-bad]': { color: palette.error.main, fontWeight: 700 },
    [theme.breakpoints.down('lg')]: {
      display: 'flex',
      overflowX: 'auto',
      '& li': { flex: 'none', width: 228, borderRight: `1px solid ${palette.bg.sunken}` },
      '& button': { height: '100%', minHeight: 58, padding: '5px 12px', borderBottom: 0 },
    },
  }
})

const Thumb = styled(PhotoFrame)({ width: 40, height: 48, borderRadius: 6, gridRow: '1 / span 2' })

type Stage = { stage: ProductStage; n: number; late: number }

type Props = {
  rows: readonly DeskRow[]
  /** How many the filter finds. */
  total: number
  slug: string
  stages: readonly Stage[]
  stage: ProductStage | undefined
  onStage: (stage: ProductStage | undefined) => void
  onPick: (slug: string) => void
}

const shortName = (stage: ProductStage) => productStageLabel[stage].replace(/待ち$/, '')

export function DeskQueue({ rows, total, slug, stages, stage, onStage, onPick }: Props) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (slug) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [slug])
  return (
    <nav className="queue" aria-label="商品化を待つ商品">
      <Head>
        <p>
          <span>商品化 {total}点</span>
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd>
          </span>
        </p>
        <fieldset className="stages" aria-label="待っている作業">
          <ChipButton type="button" aria-pressed={stage === undefined} onClick={() => onStage(undefined)}>
            すべて
          </ChipButton>
          {stages.map(({ stage: each, n, late }) => (
            <ChipButton
              key={each}
              type="button"
              aria-pressed={stage === each}
              title={
                late > 0 ? `${productStageLabel[each]} うち${late}点が遅れています` : productStageLabel[each]
              }
              onClick={() => onStage(each)}
            >
              {shortName(each)} {n}
            </ChipButton>
          ))}
        </fieldset>
      </Head>
      <List>
        {rows.map((row) => (
          <li key={row.slug}>
            <button
              ref={row.slug === slug ? current : undefined}
              type="button"
              aria-current={row.slug === slug}
              onClick={() => onPick(row.slug)}
            >
              <Thumb>
                {row.thumbnailUrl ? (
                  <KeptImage src={row.thumbnailUrl} alt="" />
                ) : (
                  <PhotoPlaceholder size={22} />
                )}
              </Thumb>
              <span className="text">
                <b>{row.brandName || titleOf(row)}</b>
                <RowState row={row} />
              </span>
              <span className="side">
                <b>{row.price === null ? '—' : formatYen(row.price)}</b>
                <Waiting row={row} />
              </span>
              <Completeness value={row.completeness} />
            </button>
          </li>
        ))}
      </List>
    </nav>
  )
}

function Waiting({ row }: { row: DeskRow }) {
  if (row.isDone) return <small>完了</small>
  return (
    <small
      data-bad={row.isLate ? '' : undefined}
    >{`${row.waitingDays}日${row.isLate ? '・遅れ' : ''}`}</small>
  )
}

function RowState({ row }: { row: DeskRow }) {
  if (row.problem)
    return (
      <small data-bad="">
        <Icon name="warning" size={12} style={{ display: 'inline', marginRight: 3 }} />
        保存できていません
      </small>
    )
  const state = row.isSold
    ? '販売済み'
    : row.isHeld
      ? '保留中'
      : row.isDone
        ? '商品化完了'
        : labelOf(productStageLabel, row.stage)
  return <small>{[row.isUnsent ? '未送信' : state, row.categoryName].filter(Boolean).join('・')}</small>
}

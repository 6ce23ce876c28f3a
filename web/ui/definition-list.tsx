import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { ENLARGED } from './enlarged.ts'

const List = styled('dl', { shouldForwardProp: (name) => name !== 'sums' })<{ sums: boolean }>(
  ({ theme, sums }) => {
    const { palette, variant } = theme.okuru
    const biz = variant === 'biz'
    return {
      '& > div': {
        display: 'grid',
        gridTemplateColumns: sums ? 'minmax(0, 1fr) auto' : `${biz ? 96 : 112}px minmax(0, 1fr)`,
        gap: '0 16px',
        padding: sums ? '4px 0' : biz ? '5px 0' : '12px 0',
        fontSize: 13,
        lineHeight: 1.6,
        ...(!sums && { [ENLARGED]: { gridTemplateColumns: 'minmax(0, 1fr)' } }),
      },
      '& > div + div': sums ? {} : { borderTop: `1px solid ${palette.border.main}` },
      '& dt': sums ? {} : { fontWeight: 700, ...(biz && { fontWeight: 400, color: palette.font.sub }) },
      '& > div[data-total]': {
        marginTop: 6,
        paddingTop: 10,
        borderTop: `1px dashed ${palette.border.medium}`,
        fontWeight: 700,
      },
    }
  },
)

/** One of a `dl` whose look is the page's own. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export type Definition = { key: string; term: ReactNode; value: ReactNode; total?: boolean }

export function DefinitionList({ items, sums = false }: { items: readonly Definition[]; sums?: boolean }) {
  return (
    <List sums={sums}>
      {items.map(({ key, term, value, total }) => (
        <div key={key} data-total={total ? '' : undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  )
}

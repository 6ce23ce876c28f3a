import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { QuietButton } from './button.tsx'
import { Row } from './page.tsx'

export type ConflictField = { key: string; label: string; mine: ReactNode; theirs: ReactNode }
type Side = 'mine' | 'theirs'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  marginTop: 12,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': {
    padding: '8px 10px',
    textAlign: 'left',
    verticalAlign: 'top',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& thead th': { borderTop: 0, fontSize: 12, color: theme.okuru.palette.font.sub },
  '& label': { display: 'flex', gap: 8, cursor: 'pointer' },
  '& input': {
    flex: 'none',
    width: 18,
    height: 18,
    margin: '2px 0 0',
    accentColor: theme.okuru.palette.primary.main,
  },
  '& th, & label > span': { wordBreak: 'auto-phrase' },
  // On a phone the name of a field stands above its two versions.
  [theme.breakpoints.down('sm')]: {
    '& tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '& thead th:first-of-type': { display: 'none' },
    '& tbody th': { gridColumn: '1 / -1', paddingBottom: 0 },
    '& tbody td': { borderTop: 0 },
  },
}))

type Props = {
  open: boolean
  fields: readonly ConflictField[]
  theirsBy?: string
  /** Which object it is, where the page shows several. */
  about?: string
  onClose: () => void
  onResolve: (choice: Readonly<Record<string, Side>>) => void
}

/** Shows both versions of an object that two people changed, with a choice per field. */
export function ConflictDialog({ open, fields, theirsBy, about, onClose, onResolve }: Props) {
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (key: string): Side => choice[key] ?? 'mine'
  const pick = (key: string, side: Side) => setChoice((before) => ({ ...before, [key]: side }))
  const pickAll = (side: Side) => setChoice(Object.fromEntries(fields.map(({ key }) => [key, side])))
  const cell = (field: ConflictField, side: Side) => (
    <td>
      <label>
        <input
          type="radio"
          name={`conflict-${field.key}`}
          checked={sideOf(field.key) === side}
          onChange={() => pick(field.key, side)}
          aria-label={`${field.label}: ${side === 'mine' ? 'この画面の内容' : '保存されている内容'}`}
        />
        <span>{field[side]}</span>
      </label>
    </td>
  )
  return (
    <ActDialog
      open={open}
      wide
      title="ほかの画面で更新されました"
      onClose={onClose}
      confirm="選んだ内容で保存する"
      onConfirm={() => onResolve(Object.fromEntries(fields.map(({ key }) => [key, sideOf(key)])))}
    >
      {about && <p style={{ fontWeight: 700 }}>{about}</p>}
      <p>入力した内容は消えていません。項目ごとに、残すほうをお選びください。</p>
      {fields.length > 1 && (
        <Row gap={8} style={{ marginTop: 10 }}>
          <QuietButton size="small" onClick={() => pickAll('mine')}>
            すべてこの画面の内容
          </QuietButton>
          <QuietButton size="small" onClick={() => pickAll('theirs')}>
            すべて保存されている内容
          </QuietButton>
        </Row>
      )}
      <Table>
        <thead>
          <tr>
            <th scope="col">項目</th>
            <th scope="col">この画面の内容</th>
            <th scope="col">{theirsBy ? `保存されている内容(${theirsBy})` : '保存されている内容'}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">{field.label}</th>
              {cell(field, 'mine')}
              {cell(field, 'theirs')}
            </tr>
          ))}
        </tbody>
      </Table>
    </ActDialog>
  )
}

import { styled } from '@mui/material/styles'
import { normalizeDigits } from '#contract/text'
import type { Choice } from '#web/ui/combobox.tsx'
import { EntryCell } from './entry-cell.tsx'
import { rowRules } from './entry-queues.ts'
import { type AttributeValue, attributeCell, type Row } from './entry-types.ts'
import type { Attribute } from './use-attributes.ts'
import type { Entry } from './use-entry.ts'
import { matching } from './use-masters.ts'

const Fields = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 12px',
  '& .attribute': { display: 'flex', alignItems: 'center', gap: 6 },
  '& .attribute > span': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& [data-field]': { width: 132 },
  [theme.breakpoints.down('md')]: {
    display: 'grid',
    '& .attribute': { justifyContent: 'space-between' },
    '& [data-field]': { width: 180 },
  },
}))

export const wordOf = (value: AttributeValue | undefined): string =>
  value === undefined ? '' : value === true ? 'はい' : value === false ? 'いいえ' : String(value)

const yesNo: readonly { value: boolean; label: string }[] = [
  { value: true, label: 'はい' },
  { value: false, label: 'いいえ' },
]

/** A typed text as the attribute takes it; undefined where it does not. */
export function attributeOf(kind: Attribute['kind'], text: string): AttributeValue | undefined {
  const written = normalizeDigits(text).normalize('NFKC').trim()
  if (written === '') return undefined
  if (kind === 'STRING') return text.trim().slice(0, 200)
  if (kind === 'BOOLEAN') return yesNo.find(({ label }) => label === written)?.value
  const number = Number(written.replaceAll(',', ''))
  return Number.isFinite(number) ? number : undefined
}

/** A number that is typed is that number, whatever templates say. */
const optionsOf = (kind: Attribute['kind'], options: readonly Choice<number>[], text: string) =>
  kind === 'NUMBER' && text !== ''
    ? options.filter(({ label }) => label === String(attributeOf(kind, text)))
    : matching(options, text)

/** What else the templates of this category look at: a text, a number, or yes and no. */
export function AttributeFields({ entry, row }: { entry: Entry; row: Row }) {
  return (
    <Fields>
      {entry.attributes.map((attribute, index) => (
        <AttributeField key={attribute.name} entry={entry} row={row} attribute={attribute} index={index} />
      ))}
    </Fields>
  )
}

type Props = { entry: Entry; row: Row; attribute: Attribute; index: number }

function AttributeField({ entry, row, attribute: { name, kind, values }, index }: Props) {
  const field = attributeCell(index)
  const known = kind === 'BOOLEAN' ? yesNo : values.map((value) => ({ value, label: wordOf(value) }))
  const options = known.map(({ label }, place): Choice<number> => ({ value: place, label }))
  /** Keys come faster than the page is drawn: what was typed before stands in the queue. */
  const put = (value: AttributeValue | undefined) => {
    const typed = entry.queue.getState().entries[row.slug]
    const { [name]: _, ...others } = typed ? rowRules.viewOf(typed).attributes : row.attributes
    entry.edit(row.slug, { attributes: value === undefined ? others : { ...others, [name]: value } })
  }
  return (
    <div className="attribute">
      <span aria-hidden>{name}</span>
      <EntryCell
        field={field}
        label={name}
        value={wordOf(row.attributes[name])}
        optionsFor={(text) => optionsOf(kind, options, text)}
        isReady
        isNumbered={kind === 'BOOLEAN'}
        isOpenAtOnce
        onPick={({ value }) => put(known[value]?.value)}
        onClear={() => put(undefined)}
        {...(kind !== 'BOOLEAN' && {
          takes: (text: string) => attributeOf(kind, text) !== undefined,
          onFree: (text: string) => put(attributeOf(kind, text)),
        })}
        refusal={kind === 'NUMBER' ? '数字で入力してください' : undefined}
        onNext={() => entry.goOn(row.slug, field)}
      />
    </div>
  )
}

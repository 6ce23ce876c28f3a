import { attributeWords } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import { thinEvidence } from '#contract/pre-assessment-price'
import { formatYen } from '#contract/text'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import type { Choice } from '#web/ui/combobox.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { AttributeFields } from './entry-attributes.tsx'
import { EntryCell } from './entry-cell.tsx'
import { Table } from './entry-frame.ts'
import type { Amounts, Patch, Row, RowField } from './entry-types.ts'
import { bandText } from './pre-assessment-words.ts'
import type { Entry, Line } from './use-entry.ts'

const headers = ['ブランド', 'カテゴリ', '対象', '状態', '季節', '数'] as const

export function EntryRows({ entry, onRemove }: { entry: Entry; onRemove: (row: Row) => void }) {
  const { lines, current, isOpen } = entry
  return (
    <Table aria-label="品物">
      <thead>
        <tr>
          <th scope="col" className="number">
            #
          </th>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
          <th scope="col" className="end">
            基準
          </th>
          <th scope="col" className="end">
            自社の買取実績
          </th>
          <th scope="col" className="end">
            目安の幅
          </th>
        </tr>
      </thead>
      {lines.map((line, index) => {
        const isCurrent = line.row.slug === current?.slug
        return (
          <tbody
            key={line.row.slug}
            data-row={line.row.slug}
            data-current={isCurrent ? '' : undefined}
            aria-current={isCurrent || undefined}
          >
            <tr className="row" onClick={() => !isCurrent && entry.goTo(line.row.slug)}>
              <td className="number">
                <button
                  type="button"
                  aria-label={`${index + 1}行目をひらく`}
                  onClick={() => entry.goTo(line.row.slug)}
                >
                  {index + 1}
                </button>
              </td>
              {isCurrent && isOpen ? <Fields entry={entry} line={line} /> : <Texts row={line.row} />}
              <Figures line={line} />
            </tr>
            {isCurrent && isOpen && entry.attributes.length > 0 && (
              <tr className="attributes">
                <td className="number" />
                <td colSpan={9}>
                  <AttributeFields entry={entry} row={line.row} />
                </td>
              </tr>
            )}
            <tr className="reason">
              <td className="number" />
              <td colSpan={9}>
                <span style={{ display: 'flex', flexWrap: 'wrap', gap: '0 10px', alignItems: 'center' }}>
                  <span>{reasonText(line.row, line.amounts)}</span>
                  {!isCurrent && Object.keys(line.row.attributes).length > 0 && (
                    <span>{attributeWords(line.row.attributes)}</span>
                  )}
                  {line.row.note && <span>メモ: {line.row.note}</span>}
                  {line.row.photos.length > 0 && <span>写真{line.row.photos.length}枚</span>}
                  {line.entry?.problem && <span className="odd">保存できていません</span>}
                  {line.row.result && <Result row={line.row} />}
                  {isCurrent && isOpen && (
                    <span style={{ marginLeft: 'auto' }}>
                      <IconButton label={`${index + 1}行目を消す`} onClick={() => onRemove(line.row)}>
                        <Icon name="close" size={16} />
                      </IconButton>
                    </span>
                  )}
                </span>
              </td>
            </tr>
          </tbody>
        )
      })}
    </Table>
  )
}

function Result({ row: { result } }: { row: Row }) {
  if (!result) return null
  return (
    <StatusChip tone={result.isWithin ? 'ok' : 'wait'}>
      {`買取額 ${formatYen(result.price)}(${result.errorPermille > 0 ? '+' : ''}${(result.errorPermille / 10).toFixed(1)}%)`}
    </StatusChip>
  )
}

function Texts({ row }: { row: Row }) {
  return (
    <>
      <Text label="ブランド" text={row.brandName} />
      <Text label="カテゴリ" text={row.categoryName} />
      <Text label="対象" text={row.gender === null ? '' : labelOf(itemGender, row.gender)} />
      <Text label="状態" text={row.conditionName} />
      <Text label="季節" text={row.seasonName} />
      <td data-label="数">{row.count}</td>
    </>
  )
}

/** On a phone a blank one takes no place. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <td data-label={label} data-blank={text === '' || undefined}>
    {text || '—'}
  </td>
)

function Fields({ entry, line: { row } }: { entry: Entry; line: Line }) {
  const { masters, edit, goOn } = entry
  const { slug } = row
  const put = (patch: Patch) => edit(slug, patch)
  const cell = (field: RowField) => ({ field, onNext: () => goOn(slug, field) })
  const named = (
    id: 'category' | 'condition' | 'season',
    name: 'categoryName' | 'conditionName' | 'seasonName',
  ) => ({
    onPick: ({ value, label }: Choice<number>) => put({ [id]: value, [name]: label }),
    onClear: () => put({ [id]: null, [name]: '' }),
  })
  return (
    <>
      <td data-label="ブランド">
        <EntryCell
          {...cell('brand')}
          label="ブランド"
          placeholder="頭文字・カナ・略称"
          value={row.brandName}
          optionsFor={masters.brandsFor}
          isReady={masters.areBrandsKnown}
          onPick={({ value, label }) => put({ brand: value, brandName: label })}
          onClear={() => put({ brand: null, brandName: '' })}
          onFree={(text) => put({ brand: null, brandName: text.trim().slice(0, 60) })}
        />
      </td>
      <td data-label="カテゴリ">
        <EntryCell
          {...cell('category')}
          {...named('category', 'categoryName')}
          label="カテゴリ"
          value={row.categoryName}
          optionsFor={masters.categoriesFor}
          isReady={masters.areCategoriesKnown}
        />
      </td>
      <td data-label="対象">
        <EntryCell
          {...cell('gender')}
          label="対象"
          value={row.gender === null ? '' : labelOf(itemGender, row.gender)}
          optionsFor={masters.gendersFor}
          isReady
          isNumbered
          onPick={({ value }) => put({ gender: value as Row['gender'] })}
          onClear={() => put({ gender: null })}
        />
      </td>
      <td data-label="状態">
        <EntryCell
          {...cell('condition')}
          {...named('condition', 'conditionName')}
          label="状態"
          value={row.conditionName}
          optionsFor={masters.conditionsFor}
          isReady
          isNumbered
        />
      </td>
      <td data-label="季節">
        <EntryCell
          {...cell('season')}
          {...named('season', 'seasonName')}
          label="季節"
          value={row.seasonName}
          optionsFor={masters.seasonsFor}
          isReady
          isNumbered
        />
      </td>
      <td data-field="count" data-label="数">
        <CountInput
          count={row.count}
          onCount={(count) => put({ count })}
          onNext={() => goOn(slug, 'season')}
        />
      </td>
    </>
  )
}

type CountProps = { count: number; onCount: (count: number) => void; onNext: () => void }

function CountInput({ count, onCount, onNext }: CountProps) {
  return (
    <Input
      className="count"
      aria-label="数"
      inputMode="numeric"
      defaultValue={count}
      onFocus={({ target }) => target.select()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        onNext()
      }}
      onChange={({ target }) => {
        const next = Number(target.value.normalize('NFKC'))
        if (Number.isInteger(next) && next >= 1 && next <= 99) onCount(next)
      }}
      onBlur={({ target }) => {
        target.value = String(count)
      }}
      sx={{ [BY_FINGER]: { minHeight: 44 } }}
    />
  )
}

function Figures({ line: { amounts, named, row } }: { line: Line }) {
  const past = named?.past
  const base = amounts.steps.find(({ step }) => step === 'template')?.amount
  return (
    <>
      <td className="end" data-label="基準" data-blank={base === undefined || undefined}>
        {base === undefined ? '—' : formatYen(base)}
      </td>
      <td className="end" data-label="実績" data-blank={!past || undefined}>
        {past ? (
          <>
            {`${past.n}件 ・ ${formatYen(past.median)}`}
            {past.n < thinEvidence && <div className="odd">{`n=${past.n} 少ない`}</div>}
          </>
        ) : (
          '—'
        )}
      </td>
      <td className="end band" data-label="目安">
        {amounts.reason === 'seen_first' ? (
          <StatusChip tone="gray">現物を見てから</StatusChip>
        ) : amounts.isAsked && row.category !== null ? (
          '…'
        ) : (
          bandText(amounts.low, amounts.high)
        )}
        {row.hand && <div style={{ fontSize: 11, fontWeight: 400 }}>手で決めた幅</div>}
      </td>
    </>
  )
}

/** Where the price comes from, or why there is none. */
export function reasonText(row: Row, { steps, reason, isAsked }: Amounts): string {
  if (row.hand) return row.hand.reason ? `理由: ${row.hand.reason}` : 'テンプレートの幅の中で、手で決めました'
  if (isAsked) return ''
  if (reason === 'seen_first') return 'この種類は現物を見てから金額を決めます。合計に入れていません'
  if (reason === 'no_template') return '合うテンプレートがありません。手で幅を決められます'
  if (reason === 'incomplete')
    return row.category === null ? 'カテゴリと状態が決まると、目安が出ます' : '状態が決まると、目安が出ます'
  return steps
    .filter(({ step }) => step !== 'rounding')
    .map(({ label }) => label)
    .join('、')
}

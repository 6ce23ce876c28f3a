import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CsvEncoding } from '#contract/csv-encoding'
import {
  type GoodsFormatName,
  goodsEncodings,
  goodsFileCalls,
  goodsFormatLabel,
  goodsFormatNames,
  usualSupplier,
} from '#contract/goods-file'
import { formatCount } from '#contract/text'
import { type AskInput, ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CheckField, ChoiceField } from '#web/ui/choice-field.tsx'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { type Found, GoodsProblems } from './goods-problems.tsx'

type Query = NonNullable<AskInput<typeof goodsFileCalls.check>['query']>
export type GoodsFilter = Omit<Query, 'format' | 'encoding' | 'supplierCode' | 'productCategory'>

const helps: Readonly<Record<GoodsFormatName, string>> = {
  okuru: 'すべての項目。表計算ソフトで直して、取り込めます。',
  next_engine: '商品マスタの一括登録用。',
  shopify: '商品のインポート用。写真のアドレスも入ります。',
  yahoo: 'ストアクリエイターProの商品データ用。',
}

const formats = goodsFormatNames.map((value) => ({
  value,
  label: goodsFormatLabel[value],
  help: helps[value],
}))

const encodingLabel: Readonly<Record<CsvEncoding, string>> = { 'utf-8': 'UTF-8', shift_jis: 'Shift_JIS' }

type Props = {
  /** Of the list, as it is shown. */
  filter: GoodsFilter
  onClose: () => void
}

/** The listed articles as a file: what the format does not take is shown first. */
export function GoodsFileDialog({ filter, onClose }: Props) {
  const [format, setFormat] = useState<GoodsFormatName>('okuru')
  const [wanted, setEncoding] = useState<CsvEncoding>()
  const [supplierCode, setSupplier] = useState(usualSupplier)
  const [typedCategory, setCategory] = useState('')
  const productCategory = useSettled(typedCategory)
  const isPhone = useIsPhone()
  const encodings = goodsEncodings[format]
  const encoding = wanted && encodings.includes(wanted) ? wanted : encodings[0]
  const isAsked =
    (format !== 'next_engine' || /^\d{4}$/.test(supplierCode)) &&
    (format !== 'yahoo' || /^\d{1,10}$/.test(productCategory))
  const query: Query = {
    ...filter,
    format,
    encoding,
    ...(format === 'next_engine' && { supplierCode }),
    ...(format === 'yahoo' && { productCategory }),
  }
  return (
    <Dialog
      open
      wide
      title="商品をCSVで保存"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <Stack gap={16}>
        <ChoiceField
          label="形式"
          choices={formats}
          value={format}
          onChange={setFormat}
          columns={isPhone ? 1 : 2}
        />
        {encodings.length > 1 && (
          <ChoiceField
            label="文字コード"
            columns={2}
            choices={encodings.map((value) => ({ value, label: encodingLabel[value] }))}
            value={encoding}
            onChange={setEncoding}
          />
        )}
        {format === 'next_engine' && (
          <TextField
            label="仕入先コード"
            help="ネクストエンジンに登録済みの、4桁の番号です。"
            inputMode="numeric"
            value={supplierCode}
            error={/^\d{4}$/.test(supplierCode) ? undefined : '4桁の数字を入れてください。'}
            onChange={({ target }) => setSupplier(target.value.normalize('NFKC').trim())}
          />
        )}
        {format === 'yahoo' && (
          <TextField
            label="プロダクトカテゴリ"
            help="Yahoo!ショッピングの番号です。1つのファイルに1つで、すべての商品に入ります。カテゴリで絞ってから保存してください。"
            inputMode="numeric"
            value={typedCategory}
            error={
              typedCategory === '' || /^\d{1,10}$/.test(typedCategory)
                ? undefined
                : '10桁までの数字を入れてください。'
            }
            onChange={({ target }) => setCategory(target.value.normalize('NFKC').trim())}
          />
        )}
        {isAsked ? (
          <Checked key={JSON.stringify(query)} query={query} filter={filter} />
        ) : (
          format === 'yahoo' && <Muted role="status">プロダクトカテゴリを入れると、商品を確かめます。</Muted>
        )}
      </Stack>
    </Dialog>
  )
}

function Checked({ query, filter }: { query: Query; filter: GoodsFilter }) {
  const check = useQuery(queryOf(goodsFileCalls.check, { query }))
  if (check.error)
    return (
      <Stack gap={8}>
        <ErrorText role="alert">{sentenceFor(check.error)}</ErrorText>
        <QuietButton onClick={() => void check.refetch()}>もう一度確かめる</QuietButton>
      </Stack>
    )
  if (!check.data) return <Muted role="status">商品を確かめています…</Muted>
  return <Save query={query} filter={filter} found={check.data} />
}

const whichOf = ({ stage, status, isFinished, isSold }: GoodsFilter): string =>
  [stage, status, isFinished, isSold].every((one) => one === undefined)
    ? 'いまの条件に合う、商品化が終わって売れていない商品'
    : 'いまの条件に合う商品'

const problemsAre = ({ problems }: Found): string =>
  problems.every(({ problem }) => problem === 'missing') ? '入力が必要なところ' : 'このままでは使えないところ'

function whatToDo(good: number, mayReplace: boolean): string {
  if (mayReplace) return '商品を直すか、上のどちらかを選ぶと保存できます。'
  return good > 0
    ? '商品を直すか、問題の残る商品を除くと保存できます。'
    : '保存できる商品がありません。商品を直してください。'
}

type SaveProps = { query: Query; filter: GoodsFilter; found: Found }

function Save({ query, filter, found }: SaveProps) {
  const [substitute, setSubstitute] = useState(false)
  const [leaveOut, setLeaveOut] = useState(false)
  const good = found.good + (substitute ? found.substitutable : 0)
  const bad = found.articles - good
  const count = leaveOut ? good : found.articles
  const isReady = count > 0 && (bad === 0 || leaveOut)
  const mayReplace = found.problems.some(({ problem }) => problem === 'characters')
  if (found.articles === 0) return <Muted role="status">{`${whichOf(filter)}はありません。`}</Muted>
  return (
    <Stack gap={12}>
      <p role="status">
        {`${whichOf(filter)}は`}
        <b>{`${formatCount(found.articles)}点`}</b>
        {found.problemCount === 0
          ? 'です。'
          : `。${problemsAre(found)}が${formatCount(found.problemCount)}か所あります。`}
      </p>
      {found.problemCount > 0 && (
        <>
          <GoodsProblems found={found} />
          {mayReplace && (
            <CheckField
              label="使えない文字を、近い文字に置き換えて保存する"
              help="商品のデータは変わりません。"
              checked={substitute}
              onChange={({ target }) => setSubstitute(target.checked)}
            />
          )}
          {(bad > 0 || leaveOut) && (
            <CheckField
              label={`問題の残る${formatCount(bad)}点を除いて保存する`}
              checked={leaveOut}
              onChange={({ target }) => setLeaveOut(target.checked)}
            />
          )}
        </>
      )}
      {isReady ? (
        <div>
          <CsvButton
            name={`商品_${goodsFormatLabel[query.format as GoodsFormatName]}`}
            load={(options) =>
              ask(goodsFileCalls.csv, {
                query: { ...query, ...(substitute && { substitute }), ...(leaveOut && { leaveOut }) },
                ...options,
              })
            }
          />
          <Muted style={{ fontSize: 12 }}>{`${formatCount(count)}点。保存したことは記録に残ります。`}</Muted>
        </div>
      ) : (
        <Muted>{whatToDo(good, mayReplace)}</Muted>
      )}
    </Stack>
  )
}

import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { saleEntryOf } from '#contract/antique-ledger'
import { ledgerClass, salesChannel } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { saleCalls, soldChannels } from '#contract/sale'
import { formatYen } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { MainButton } from '#web/ui/button.tsx'
import { type CallForm, useBound, useCallForm } from '#web/ui/call-form.ts'
import { Inset } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { FieldGroup, SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { NumberField, YenField } from '#web/ui/number-field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import {
  type ArticleForSale,
  articleText,
  bodyOfSale,
  earnings,
  mostYen,
  needsBuyer,
  noBuyer,
  rateText,
  type SaleValues,
} from './sale-words.ts'

const labels = {
  price: '販売額',
  salesChannel: '販路',
  soldOn: '販売日',
  fee: '手数料',
  shipping: '送料',
  orderNumber: '注文番号',
  note: 'メモ',
  'buyer.name': '買い手の氏名・名称',
  'buyer.address': '買い手の住所',
  'buyer.occupation': '買い手の職業',
  'buyer.age': '買い手の年齢',
}

const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

const channels = soldChannels.map((value) => ({ value: String(value), label: salesChannel[value] }))

type Props = { article: ArticleForSale; onClose: () => void }

/** Records that an article was sold; shows what is left, and asks for the buyer only where the law does. */
export function SaleDialog({ article, onClose }: Props) {
  const formId = useId()
  const record = useMutationOf(saleCalls.record)
  const planned = soldChannels.find((channel) => channel === article.salesChannel)
  // What is typed of a buyer is personal, and not kept.
  const draft = useDraft<SaleValues>(
    `sale-${article.slug}`,
    {
      ...{ salesChannel: String(planned ?? 1), soldOn: tokyoDate(new Date()), price: article.sellingPrice },
      ...{ fee: null, shipping: null, orderNumber: '', note: '', buyer: noBuyer },
    },
    { omit: ['buyer'] },
  )
  const form = useCallForm<SaleValues>({
    call: saleCalls.record,
    labels,
    draft,
    bodyOf: (values) => bodyOfSale(article, values),
    words: { price: '販売額を1円以上で入力してください' },
    also: (values) => ({ ...amountProblems(values), ...buyerProblems(article, values) }),
  })
  const values = form.watch()
  const isNamed = needsBuyer(article, values.price)
  const save = async (given: SaleValues) => {
    const body = bodyOfSale(article, given) as Parameters<typeof record.mutateAsync>[0]['body']
    const sale = await forForm(() => record.mutateAsync({ body }))
    draft.clear()
    const row = sale?.ledgerSeq ? `古物台帳の${sale.ledgerSeq}番に書きました。` : ''
    notify.done(`${articleText(article)}の販売を記録しました。${row}`)
    onClose()
  }
  return (
    <ActDialog
      wide
      title="販売を記録します"
      confirm="販売を記録する"
      Confirm={MainButton}
      form={formId}
      pending={record.isPending}
      onClose={onClose}
    >
      <Form id={formId} form={form} failedTitle="記録できませんでした" onValid={save}>
        <Stack gap={12}>
          <Inset>
            <b>{articleText(article)}</b>
            <Muted style={{ display: 'block', fontSize: 13 }}>
              {`${article.request}-${article.seq} ・ ${article.shopName} ・ 買取額 `}
              <Yen amount={article.cost} />
            </Muted>
          </Inset>
          <YenField required autoFocus {...useBound(form, 'price')} />
          <Pair>
            <SelectField required options={channels} {...form.field('salesChannel')} />
            <DatePicker required {...useBound(form, 'soldOn')} />
          </Pair>
          <Costs form={form} article={article} values={values} />
          {isNamed && <BuyerFields form={form} article={article} />}
          <TextField
            autoComplete="off"
            maxLength={60}
            help="同じ注文番号を2回記録することはありません。"
            {...form.field('orderNumber')}
          />
          <TextField autoComplete="off" maxLength={300} {...form.field('note')} />
          <LedgerNote article={article} price={values.price} />
        </Stack>
      </Form>
    </ActDialog>
  )
}

function amountProblems({ price, fee, shipping }: SaleValues) {
  const tooMuch = (amount: number | null, label: string) =>
    amount !== null && amount > mostYen ? `${label}を${formatYen(mostYen)}以下で入力してください` : undefined
  return {
    price: tooMuch(price, labels.price),
    fee: tooMuch(fee, labels.fee),
    shipping: tooMuch(shipping, labels.shipping),
  }
}

function buyerProblems(article: ArticleForSale, { price, buyer }: SaleValues) {
  if (!needsBuyer(article, price)) return {}
  const blank = (text: string) => text.trim() === ''
  return {
    'buyer.name': blank(buyer.name) ? '買い手の氏名・名称を入力してください' : undefined,
    'buyer.address': blank(buyer.address) ? '買い手の住所を入力してください' : undefined,
    'buyer.occupation': blank(buyer.occupation) ? '買い手の職業を入力してください' : undefined,
    'buyer.age': buyer.age === null ? '買い手の年齢を入力してください' : undefined,
  }
}

type PartProps = { form: CallForm<SaleValues>; article: ArticleForSale }

function Costs({ form, article, values }: PartProps & { values: SaleValues }) {
  const left = earnings(article, values)
  return (
    <>
      <Pair>
        <YenField help="空欄なら、販路の設定から計算します。" {...useBound(form, 'fee')} />
        <YenField help="空欄なら、販路の設定を使います。" {...useBound(form, 'shipping')} />
      </Pair>
      {left && values.price !== null && (
        <Inset role="status" aria-label="利益の内訳">
          <DefinitionList
            sums
            items={[
              { key: 'price', term: '販売額', value: <Yen amount={values.price} /> },
              { key: 'cost', term: '買取額', value: <Yen amount={-article.cost} /> },
              { key: 'fee', term: '手数料', value: <Yen amount={-left.fee} /> },
              { key: 'shipping', term: '送料', value: <Yen amount={-left.shipping} /> },
              { key: 'handling', term: '作業費', value: <Yen amount={-left.handling} /> },
              {
                key: 'profit',
                term: `利益(${rateText(left.profit, values.price)})`,
                value: <Yen amount={left.profit} />,
                total: true,
              },
            ]}
          />
        </Inset>
      )}
    </>
  )
}

function BuyerFields({ form, article }: PartProps) {
  return (
    <FieldGroup
      label="買い手"
      required
      help={`${ledgerClass[article.ledgerClass]}の販売は、古物営業法により、買い手を古物台帳に書きます。`}
    >
      <Stack gap={12}>
        <TextField required autoComplete="off" maxLength={200} {...form.field('buyer.name')} />
        <TextField required autoComplete="off" maxLength={300} {...form.field('buyer.address')} />
        <TextField required autoComplete="off" maxLength={100} {...form.field('buyer.occupation')} />
        <NumberField required {...useBound(form, 'buyer.age')} />
      </Stack>
    </FieldGroup>
  )
}

function LedgerNote({ article, price }: { article: ArticleForSale; price: number | null }) {
  const entry = price === null ? 'none' : saleEntryOf(article.ledgerClass, price)
  if (entry === 'none')
    return (
      <Muted style={{ fontSize: 13 }}>この販売は、古物台帳に書きません。買い手の情報も預かりません。</Muted>
    )
  return (
    <Notice tone="wait" title="古物台帳に売却の行を書きます">
      {entry === 'unnamed'
        ? '自動車の買い手は、台帳に書きません。'
        : '書いた行は消せません。誤りは、台帳の訂正で直します。'}
    </Notice>
  )
}

import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { catalogueCalls } from '#contract/catalogue'
import { mostNoticeArticles } from '#contract/stolen-notice'
import { useCall } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { type ArticleValues, articleLabels, blankArticle, type NoticeValues } from './notice.rules.ts'

export const TwoColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'end',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

type Form = CallForm<NoticeValues>

export function ArticleFields({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'articles' })
  const categories = useCategoryOptions()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <Stack gap={12}>
      {fields.map((field, index) => (
        <Card key={field.id} as="section">
          <Row style={{ justifyContent: 'space-between', marginBottom: 8 }}>
            <h2 style={{ fontSize: 15 }}>{index + 1}つめの品</h2>
            {fields.length > 1 && (
              <QuietButton
                size="small"
                onClick={() => {
                  remove(index)
                  add.current?.focus()
                }}
              >
                <VisuallyHidden>{index + 1}つめの品を</VisuallyHidden>消す
              </QuietButton>
            )}
          </Row>
          <OneArticle form={form} index={index} categories={categories} />
        </Card>
      ))}
      {fields.length < mostNoticeArticles && (
        <Row>
          <QuietButton ref={add} onClick={() => append(blankArticle())}>
            品を加える
          </QuietButton>
        </Row>
      )}
    </Stack>
  )
}

/** Indented by their level. */
function useCategoryOptions() {
  const { data = [] } = useCall(catalogueCalls.categories, {})
  const parents = new Map(data.map(({ id, parent }) => [id, parent]))
  const depthOf = (id: number): number => {
    const parent = parents.get(id)
    return parent ? depthOf(parent) + 1 : 0
  }
  return data.map(({ id, name }) => ({ value: String(id), label: `${'　'.repeat(depthOf(id))}${name}` }))
}

type Option = { value: string; label: string }

/** One that is out of use stays where it was chosen. */
const withChosen = (options: Option[], chosen: string): Option[] =>
  chosen === '' || options.length === 0 || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: '使わなくなったカテゴリ' }]

type Props = { form: Form; index: number; categories: Option[] }

function OneArticle({ form, index, categories }: Props) {
  const of = <Name extends keyof ArticleValues & keyof typeof articleLabels>(name: Name) => ({
    ...form.field(`articles.${index}.${name}`),
    label: articleLabels[name],
    required: false,
    autoComplete: 'off',
  })
  const from = useBound(form, `articles.${index}.stolenFrom`)
  const until = useBound(form, `articles.${index}.stolenUntil`)
  return (
    <Stack gap={12}>
      <TwoColumns>
        <TextField maxLength={80} help="カナ・略称でもかまいません。" {...of('brand')} />
        <SelectField
          options={withChosen(categories, form.watch(`articles.${index}.category`))}
          emptyLabel="わからない"
          {...of('category')}
        />
        <TextField maxLength={120} {...of('name')} />
        <TextField
          maxLength={40}
          help="ブランドも番号もないときは、品名と色か、特徴で照らし合わせます。"
          {...of('color')}
        />
        <TextField
          maxLength={60}
          help="刻印・シリアル。一致すると、その場で保留にします。"
          {...of('serialNumber')}
        />
        <TextField
          maxLength={60}
          help="型番。ブランドと色も合えば、その場で保留にします。"
          {...of('productNumber')}
        />
        <TextField maxLength={60} help="保証書の番号、IMEI など。" {...of('otherNumber')} />
        <TextField maxLength={3} inputMode="numeric" unit="点" {...of('quantity')} />
      </TwoColumns>
      <TextArea maxLength={500} rows={2} help="傷、名入れ、付属品など。" {...of('features')} />
      <TwoColumns>
        <DatePicker {...from} label={articleLabels.stolenFrom} required={false} />
        <DatePicker {...until} label={articleLabels.stolenUntil} required={false} />
      </TwoColumns>
      <TextField maxLength={100} {...of('stolenPlace')} />
    </Stack>
  )
}

import type { ReactNode } from 'react'
import { gradeBandLabel, itemGender, labelOf } from '#contract/codes'
import type { Unchosen } from '#web/lib/use-unchosen.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { AttributeField } from './attribute-field.tsx'
import { FormBody } from './desk-frame.ts'
import { MeasureFields } from './measure-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { valueOfAttribute } from './product-facts.ts'
import {
  type ChannelCosts,
  type Patch,
  type Product,
  type SaleEvidence,
  type ValueField,
  valueField,
} from './product-types.ts'
import { ProductText } from './text-fields.tsx'

type Props = {
  product: Product
  edit: (patch: Patch) => void
  readOnly: boolean
  errors: Readonly<Record<string, string>>
  unchosen: Unchosen<ValueField>
  costs: ChannelCosts | undefined
  evidence: SaleEvidence | null | undefined
  /** Above the fields: why nothing is written, or could not be saved. */
  notice: ReactNode
}

const genders = Object.entries(itemGender).map(([value, label]) => ({ value: Number(value), label }))

export function DeskForm(props: Props) {
  const { product, edit, readOnly, errors, costs, evidence, notice } = props
  return (
    <section className="form" aria-label="商品の内容">
      <FormBody>
        {notice}
        <MeasureFields product={product} edit={edit} readOnly={readOnly} errors={errors} />
        <Details {...props} />
        <section aria-label="原稿">
          <ProductText name="title" {...{ product, edit, readOnly }} error={errors.title} />
          <ProductText name="description" {...{ product, edit, readOnly }} error={errors.description} />
        </section>
        <PriceFields {...{ product, edit, readOnly, errors, costs, evidence }} />
      </FormBody>
    </section>
  )
}

const gradeText = (grade: string | null) =>
  grade === null ? '—' : `${grade.replace('_', '')} ${labelOf(gradeBandLabel, grade.charAt(0))}`

function Details({ product, edit, readOnly, errors, unchosen }: Props) {
  const text = (field: 'color' | 'material' | 'size' | 'productNumber', label: string, max: number) => (
    <div data-field={field}>
      <TextField
        label={label}
        value={product[field]}
        maxLength={max}
        readOnly={readOnly}
        error={errors[field]}
        onChange={({ target }) => edit({ [field]: target.value })}
      />
    </div>
  )
  const others = product.attributes.filter(({ isMeasure }) => !isMeasure)
  return (
    <section aria-label="特徴">
      <h2>
        特徴
        <span className="end">状態 {gradeText(product.grade)}</span>
      </h2>
      <div className="three">
        {text('color', '色', 40)}
        {text('material', '素材', 60)}
        {text('size', 'サイズ', 40)}
        {text('productNumber', '品番', 60)}
        <div data-field="gender">
          <SelectField
            label="対象"
            emptyLabel="—"
            value={product.gender ?? ''}
            disabled={readOnly}
            options={genders}
            onChange={({ target }) => edit({ gender: target.value === '' ? null : Number(target.value) })}
          />
        </div>
        {others.map((attribute) => {
          const field = valueField(attribute.id)
          return (
            <div key={attribute.id} data-field={field}>
              <AttributeField
                attribute={attribute}
                value={valueOfAttribute(product, attribute)}
                text={unchosen.texts[field]}
                onText={(next) => unchosen.put(field, next)}
                onChange={(next) => edit({ [field]: next })}
                readOnly={readOnly}
                error={errors[field]}
              />
            </div>
          )
        })}
      </div>
      {product.deductions.length > 0 && (
        <Muted style={{ fontSize: 12 }}>
          査定での減額:{' '}
          {product.deductions.map(({ label, place }) => [place, label].filter(Boolean).join(' ')).join('、')}
        </Muted>
      )}
    </section>
  )
}

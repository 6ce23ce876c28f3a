import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Kbd } from '#web/ui/kbd.tsx'
import { DecimalField } from '#web/ui/number-field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { MeasureGuide } from './measure-guide.tsx'
import { valueOfAttribute } from './product-facts.ts'
import { type Patch, type Product, valueField } from './product-types.ts'

const Pad = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 84px',
  gap: 12,
  '& > .fields': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    gap: '9px 10px',
    alignContent: 'start',
    alignItems: 'start',
  },
})

type Props = {
  product: Product
  edit: (patch: Patch) => void
  readOnly: boolean
  errors: Readonly<Record<string, string>>
}

/** Lengths, one after the other with Enter, and where each is taken. */
export function MeasureFields({ product, edit, readOnly, errors }: Props) {
  const [measuring, setMeasuring] = useState<string>()
  const measures = product.attributes.filter(({ isMeasure }) => isMeasure)
  return (
    <section aria-label="採寸">
      <h2>
        採寸
        {measures.length > 0 && (
          <span className="end">
            次の欄 <Kbd>↵</Kbd>
          </span>
        )}
      </h2>
      {measures.length === 0 ? (
        <Muted>このカテゴリに採寸の項目はありません。</Muted>
      ) : (
        <Pad>
          <div className="fields">
            {measures.map((attribute) => {
              const value = valueOfAttribute(product, attribute)
              const field = valueField(attribute.id)
              return (
                <div key={attribute.id} data-field={field}>
                  <DecimalField
                    label={attribute.name}
                    required={attribute.isRequired ? true : undefined}
                    unit={attribute.unit}
                    value={typeof value === 'number' ? value : null}
                    readOnly={readOnly}
                    error={errors[field]}
                    onFocus={() => setMeasuring(attribute.name)}
                    onChange={(next) => edit({ [field]: next })}
                  />
                </div>
              )
            })}
          </div>
          <MeasureGuide category={product.categoryName} measure={measuring} />
        </Pad>
      )}
    </section>
  )
}

import { composeDescription, composeTitle, type TextFacts, type TextPart } from '#contract/product-text'
import { valueOfAttribute } from './product-facts.ts'
import type { Product } from './product-types.ts'

function textFacts(product: Product): TextFacts {
  const { name, color, material, size, grade, accessories, deductions, attributes, photos } = product
  return {
    ...{ name, color, material, size, grade, accessories, deductions },
    brand_name: product.brandName,
    category_name: product.categoryName,
    attributes: attributes.flatMap((attribute) => {
      const value = valueOfAttribute(product, attribute)
      if (value === null) return []
      return [
        {
          id: attribute.id,
          name: attribute.name,
          unit: attribute.unit,
          is_measure: attribute.isMeasure,
          value,
        },
      ]
    }),
    photo_roles: photos.map(({ role }) => role),
  }
}

export const composed = {
  title: (product: Product): TextPart[] => composeTitle(textFacts(product)),
  description: (product: Product): TextPart[] => composeDescription(textFacts(product)),
}

export const textOf = (field: 'title' | 'description', product: Product): string =>
  product[field].trim() ||
  composed[field](product)
    .map(({ text }) => text)
    .join('')

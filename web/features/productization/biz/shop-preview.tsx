import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { gradeBandLabel, labelOf } from '#contract/codes'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { valueOfAttribute } from './product-facts.ts'
import type { Product } from './product-types.ts'
import { textOf } from './product-words.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  marginBottom: 10,
  '& h2': { fontSize: 13, fontWeight: 700, whiteSpace: 'nowrap' },
  '& fieldset': { display: 'flex' },
  '& button': {
    minHeight: 26,
    padding: '0 8px',
    border: 0,
    fontSize: 12,
    color: theme.okuru.palette.font.sub,
    background: 'none',
    cursor: 'pointer',
    [BY_FINGER]: { minHeight: 44, padding: '0 12px' },
  },
  '& button[aria-pressed="true"]': {
    fontWeight: 700,
    color: theme.okuru.palette.font.main,
    textDecoration: 'underline',
    textUnderlineOffset: 4,
  },
}))

const Page = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    overflow: 'hidden',
    background: palette.bg.paper,
    border: `1px solid ${palette.border.medium}`,
    borderRadius: 14,
    fontSize: 12,
    lineHeight: 1.7,
    '& .shop': {
      padding: '7px 14px',
      fontWeight: 700,
      letterSpacing: '0.04em',
      color: palette.brand.contrastText,
      background: palette.brand.main,
    },
    '& .picture': {
      display: 'grid',
      placeItems: 'center',
      aspectRatio: '1',
      background: palette.bg.sunken,
      color: palette.font.sub,
    },
    '& .picture img': { width: '100%', height: '100%', objectFit: 'contain' },
    '& .dots': { display: 'flex', justifyContent: 'center', gap: 5, padding: '8px 0 0' },
    '& .dots i': { width: 6, height: 6, borderRadius: 3, background: palette.border.medium },
    '& .dots i:first-of-type': { width: 16, background: palette.brand.main },
    '& .words': { display: 'grid', gap: 6, padding: '10px 14px 16px', overflowWrap: 'anywhere' },
    '& .words > b': { fontSize: 12 },
    '& .price': { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: '0 8px' },
    '& .price small': { color: palette.font.sub },
    '& .grade': {
      padding: '0 9px',
      borderRadius: 10,
      fontSize: 11,
      fontWeight: 700,
      background: palette.bg.sunken,
    },
    '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 11, textAlign: 'center' },
    '& th, & td': { padding: '3px 4px', border: `1px solid ${palette.border.main}` },
    '& th': { fontWeight: 400, color: palette.font.sub, background: palette.bg.header },
    '& .description': { whiteSpace: 'pre-line' },
    '&[data-wide]': { fontSize: 10 },
    '&[data-wide] .body': { display: 'grid', gridTemplateColumns: '1fr 1fr', alignItems: 'start' },
    '&[data-wide] .words': { padding: 10 },
    '&[data-wide] .words > b, &[data-wide] table': { fontSize: 10 },
  }
})

type Screen = 'phone' | 'desk'

const screens = [
  { value: 'phone', label: 'スマホ' },
  { value: 'desk', label: 'PC' },
] as const satisfies readonly { value: Screen; label: string }[]

/** The page as a shop shows it, of what is on the screen now. */
export function ShopPreview({ product }: { product: Product }) {
  const [screen, setScreen] = useState<Screen>('phone')
  const measures = product.attributes.flatMap((attribute) => {
    const value = valueOfAttribute(product, attribute)
    return attribute.isMeasure && value !== null ? [{ ...attribute, value }] : []
  })
  const [photo] = product.photos
  const band = product.grade?.charAt(0)
  return (
    <>
      <Head>
        <h2>お店での見え方</h2>
        <fieldset aria-label="画面の大きさ">
          {screens.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={screen === value}
              onClick={() => setScreen(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </Head>
      <Page data-wide={screen === 'desk' ? '' : undefined}>
        <p className="shop">{product.shopName}</p>
        <div className="body">
          <div>
            <div className="picture">
              {photo ? (
                <KeptImage src={photo.url} smaller={photo.thumbnailUrl} alt="" />
              ) : (
                <PhotoPlaceholder size={64} />
              )}
            </div>
            {product.photos.length > 1 && (
              <div className="dots" aria-hidden>
                {product.photos.slice(0, 8).map(({ id }) => (
                  <i key={id} />
                ))}
              </div>
            )}
          </div>
          <div className="words">
            {product.brandName && <b>{product.brandName}</b>}
            <p>{textOf('title', product)}</p>
            <p className="price">
              <Yen amount={product.sellingPrice} size={screen === 'phone' ? 20 : 16} />
              <small>税込</small>
              {band && <span className="grade">{`状態 ${band} ${labelOf(gradeBandLabel, band)}`}</span>}
            </p>
            {measures.length > 0 && (
              <table>
                <caption style={{ textAlign: 'left' }}>実寸</caption>
                <thead>
                  <tr>
                    {measures.map(({ id, name }) => (
                      <th key={id} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    {measures.map(({ id, value, unit }) => (
                      <td key={id}>{`${value}${unit === 'cm' ? '' : unit}`}</td>
                    ))}
                  </tr>
                </tbody>
              </table>
            )}
            <p className="description">{textOf('description', product)}</p>
          </div>
        </div>
      </Page>
    </>
  )
}

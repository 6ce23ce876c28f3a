import { styled } from '@mui/material/styles'
import { flushSync } from 'react-dom'
import { recommendedTitle, type TextPart } from '#contract/product-text'
import { TextArea } from '#web/ui/field.tsx'
import { LabelText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { LabelButton } from '#web/ui/label-button.ts'
import type { Patch, Product } from './product-types.ts'
import { composed, textOf } from './product-words.ts'

type Name = 'title' | 'description'

const Box = styled('div')(({ theme }) => {
  const { palette, radius } = theme.okuru
  return {
    '& > .label': { display: 'flex', alignItems: 'center', gap: 8, marginBottom: 4, minHeight: 24 },
    '& > .label > .end': { marginLeft: 'auto', fontSize: 12, color: palette.font.sub },
    '& .over': { fontWeight: 700, color: palette.warning.main },
    '& > p': {
      padding: '7px 12px',
      minHeight: 36,
      lineHeight: 1.7,
      background: palette.bg.header,
      border: `1px solid ${palette.border.medium}`,
      borderRadius: radius.field,
    },
    '& mark': { padding: '0 3px', borderRadius: 4, color: 'inherit', background: palette.primary.lighter },
  }
})

const labels = { title: '商品名', description: '説明' } as const
const keys = { title: 'T', description: 'D' } as const
const most = { title: 120, description: 3000 } as const

type Props = {
  name: Name
  product: Product
  edit: (patch: Patch) => void
  readOnly: boolean
  error: string | undefined
}

const areaOf = (name: Name) => document.querySelector<HTMLTextAreaElement>(`[data-field="${name}"] textarea`)

/** Turns composed words into own ones, and enters them. */
export function writeOwn(name: Name, product: Product, edit: (patch: Patch) => void): void {
  const known = areaOf(name)
  // On the screen at once, so that the next keys go into it.
  if (!known) flushSync(() => edit({ [name]: textOf(name, product) }))
  const area = known ?? areaOf(name)
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
}

/** Own words, or as long as there are none, those composed from the fields. */
export function ProductText({ name, product, edit, readOnly, error }: Props) {
  const own = product[name]
  const length = [...textOf(name, product)].length
  const counter = (
    <span className={name === 'title' && length > recommendedTitle ? 'over' : undefined}>
      {name === 'title' ? `${length}/${recommendedTitle}字` : `${length}字`}
    </span>
  )
  if (own !== '')
    return (
      <Box data-field={name}>
        <TextArea
          label={labels[name]}
          labelEnd={
            <>
              {counter}
              {!readOnly && (
                <LabelButton type="button" onClick={() => edit({ [name]: '' })}>
                  項目から作り直す
                </LabelButton>
              )}
            </>
          }
          rows={name === 'title' ? 2 : 5}
          maxLength={most[name]}
          value={own}
          readOnly={readOnly}
          error={error}
          help={
            length > recommendedTitle && name === 'title'
              ? `${recommendedTitle}字を超えると、途中までしか表示されない店があります。`
              : undefined
          }
          onChange={({ target }) => edit({ [name]: target.value })}
        />
      </Box>
    )
  return (
    <Box data-field={name}>
      <span className="label">
        <LabelText>{labels[name]}</LabelText>
        <span className="end">
          項目から自動・{counter}
          {!readOnly && (
            <LabelButton type="button" onClick={() => writeOwn(name, product, edit)}>
              自分で書く <Kbd>{keys[name]}</Kbd>
            </LabelButton>
          )}
        </span>
      </span>
      <p>
        <Parts parts={composed[name](product)} />
      </p>
    </Box>
  )
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  if (parts.length === 0) return <>項目を入力すると、ここに出ます。</>
  return (
    <>
      {parts.map(({ text, field }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name than their place
        field === null ? text : <mark key={place}>{text}</mark>,
      )}
    </>
  )
}

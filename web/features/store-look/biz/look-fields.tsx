import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { deriveUiPalette, type UiPalette } from '#contract/store-palette'
import { type Typeface, typefaceLabel, typefaceVoice } from '#contract/typeface'
import type { StoreLook } from '#web/app/theme/stores.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ColorField, type ColorPath } from './color-field.tsx'
import { colorGroups, type LookValues, logoRemark, type Picture } from './look.rules.ts'
import { PictureField, type Uploaded } from './picture-field.tsx'

const Two = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

const Fine = styled('details')(({ theme }) => ({
  '& > summary': {
    minHeight: 36,
    fontWeight: 700,
    cursor: 'pointer',
    color: theme.okuru.palette.primary.main,
  },
  '& h3': { ...theme.typography.h3, margin: '16px 0 8px' },
}))

const typefaces = Object.entries(typefaceLabel).map(([value, label]) => {
  const { family, weight, spacing } = typefaceVoice[value as Typeface]
  const style = { fontFamily: family, fontWeight: weight, letterSpacing: spacing, fontSize: 16 }
  return { value: value as Typeface, label, help: <span style={style}>理由のわかる値段で。</span> }
})

type Props = {
  form: CallForm<LookValues>
  look: StoreLook
  isNew: boolean
  pictures: ReadonlyMap<string, Picture>
  uploaded: Readonly<Record<string, Uploaded | undefined>>
  onUpload: (picture: Uploaded) => void
}

export function LookFields({ form, look, isNew, pictures, uploaded, onUpload }: Props) {
  const { field } = form
  const typeface = useBound(form, 'typeface')
  const palette = deriveUiPalette(look)
  const { logo, symbol, brand } = form.watch()
  const choose = (name: 'logo' | 'symbol') => (picture: Uploaded | undefined) => {
    if (picture) onUpload(picture)
    form.setValue(name, picture?.url ?? '', { shouldDirty: true })
    form.clearErrors(name)
  }
  const sent = uploaded[logo]
  const ground = { ground: palette.brand.main, ink: palette.brand.contrastText }
  return (
    <>
      {isNew && (
        <TextField
          required
          help="アドレスの「?store=」のあとに付きます。半角の英小文字・数字・ハイフンで、あとから変えられません。"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          {...field('key')}
          style={{ maxWidth: 240 }}
        />
      )}
      <TextField
        required
        help="ページの題名と、メールの上の帯に出ます。ロゴがないときは帯にも出ます。"
        autoComplete="off"
        maxLength={30}
        {...field('name')}
        style={{ maxWidth: 320 }}
      />
      <Two>
        <PictureField
          use="logo"
          label={form.labels.logo ?? ''}
          help="背景の透明な PNG か WebP。まわりの余白は自動で切ります。"
          error={field('logo').error}
          picture={logo ? pictures.get(logo) : undefined}
          none="ロゴなし(名前を文字で出します)"
          remark={sent && logoRemark(sent, brand)}
          onChange={choose('logo')}
          {...ground}
        />
        <PictureField
          use="symbol"
          label={form.labels.symbol ?? ''}
          help="正方形の絵。ホーム画面のアイコンに使います。なければロゴを使います。"
          error={field('symbol').error}
          picture={symbol ? pictures.get(symbol) : undefined}
          none="なし(ロゴを使います)"
          onChange={choose('symbol')}
          {...ground}
        />
      </Two>
      <Two>
        <ColorField form={form} name="brand" required help="ページの上の帯。文字の色は自動で決まります。" />
        <ColorField form={form} name="accent" required help="1画面に1つだけの、次へ進むボタン。" />
      </Two>
      <ChoiceField<Typeface> columns={2} required choices={typefaces} {...typeface} />
      <Two>
        <TextField
          help="空欄なら、いつもの見出しです。"
          maxLength={16}
          autoComplete="off"
          {...field('headlineStart')}
        />
        <TextField help="16文字まで。" maxLength={16} autoComplete="off" {...field('headlineEnd')} />
      </Two>
      <TextArea rows={2} maxLength={120} {...field('lead')} />
      <TextArea
        rows={2}
        maxLength={200}
        help="会社名と古物商許可の番号は、この下に必ず出ます。"
        {...field('footerNote')}
      />
      <FineColors form={form} palette={palette} />
    </>
  )
}

function FineColors({ form, palette }: { form: CallForm<LookValues>; palette: UiPalette }) {
  const isWrong = form.formState.errors.colors !== undefined
  // Opened by an error it stays open, also when that is mended: somebody is typing in it.
  const [open, setOpen] = useState(false)
  return (
    <Fine open={open || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>色を細かく決める(空欄は自動)</summary>
      {Object.entries(colorGroups).map(([group, { label, names }]) => (
        <section key={group}>
          <h3>{label}</h3>
          <Two>
            {Object.keys(names).map((name) => (
              <ColorField
                key={name}
                form={form}
                name={`colors.${group}.${name}` as ColorPath}
                derived={(palette[group as keyof UiPalette] as Record<string, string>)[name]}
              />
            ))}
          </Two>
        </section>
      ))}
    </Fine>
  )
}

/** The shipped typefaces of headings. The text below them stays Noto Sans JP, which every store loads. */
export const typefaceLabel = {
  gothic: 'ゴシック(標準)',
  wide: 'ゴシック(ゆったり)',
  mincho: '明朝',
  rounded: '丸ゴシック',
} as const
export type Typeface = keyof typeof typefaceLabel

export const houseFonts =
  '"Noto Sans JP", "Noto Sans JP Variable", "Noto Sans JP Fallback", "Hiragino Sans", "Yu Gothic UI", sans-serif'

interface Voice {
  family: string
  weight: number
  spacing: string
}

// Families that the systems of phones and computers bring along: nothing more to load.
export const typefaceVoice: Readonly<Record<Typeface, Voice>> = {
  gothic: { family: houseFonts, weight: 700, spacing: '0.01em' },
  wide: { family: houseFonts, weight: 700, spacing: '0.08em' },
  mincho: {
    family: `"Hiragino Mincho ProN", "Yu Mincho", "Noto Serif JP", "Noto Serif CJK JP", serif`,
    weight: 600,
    spacing: '0.03em',
  },
  rounded: {
    family: `"Hiragino Maru Gothic ProN", "BIZ UDPGothic", "Rounded Mplus 1c", ${houseFonts}`,
    weight: 700,
    spacing: '0.03em',
  },
}

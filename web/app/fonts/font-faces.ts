type FaceFile = { weight: number; href: string }

const FALLBACK_METRICS = 'ascent-override:116%;descent-override:28.8%;line-gap-override:0%;size-adjust:100%'
const LOCAL_REGULAR = [
  'Hiragino Sans W3',
  'HiraginoSans-W3',
  'Yu Gothic Medium',
  'Yu Gothic',
  'Meiryo',
  'Noto Sans CJK JP',
]
const LOCAL_BOLD = [
  'Hiragino Sans W6',
  'HiraginoSans-W6',
  'Yu Gothic Bold',
  'Meiryo Bold',
  'Noto Sans CJK JP Bold',
]

const localFace = (weight: number, names: readonly string[]): string =>
  `@font-face{font-family:"Noto Sans JP Fallback";font-weight:${weight};src:${names
    .map((name) => `local("${name}")`)
    .join(',')};${FALLBACK_METRICS}}`

/** Inlined, so no style sheet is needed. The fallback has the same line box, so text does not jump. */
export const fontFaceCss = (files: readonly FaceFile[]): string =>
  [
    ...files.map(
      ({ weight, href }) =>
        `@font-face{font-family:"Noto Sans JP";font-style:normal;font-display:swap;font-weight:${weight};src:url(${href}) format("woff2")}`,
    ),
    localFace(400, LOCAL_REGULAR),
    localFace(700, LOCAL_BOLD),
  ].join('')

import { styled } from '@mui/material/styles'

/** Articles that the build draws, each with its close-ups. */
export const garmentShapes = [
  'jacket',
  'coat',
  'knit',
  'shirt',
  'dress',
  'bottoms',
  'bag',
  'wallet',
  'shoes',
  'watch',
  'ring',
] as const
export type GarmentShape = (typeof garmentShapes)[number]

export const flawKinds = ['fuzz', 'stain', 'thread', 'chip', 'scratch'] as const
type FlawKind = (typeof flawKinds)[number]

const shapesByWord: readonly (readonly [RegExp, GarmentShape])[] = [
  [/財布|ケース|ベルト|小物/, 'wallet'],
  [/バッグ|リュック|スーツケース/, 'bag'],
  [/靴|スニーカー|ブーツ|ローファー|パンプス|サンダル/, 'shoes'],
  [/時計/, 'watch'],
  [/アクセサリー|ネックレス|リング|ピアス|ブレスレット|眼鏡/, 'ring'],
  [/アウター|コート|ダウン|毛皮|レザーウェア/, 'coat'],
  [/ジャケット|スーツ|セットアップ/, 'jacket'],
  [/ニット|セーター|カーディガン|スウェット|パーカー|マフラー|帽子/, 'knit'],
  [/ワンピース|ドレス|スカート|着物/, 'dress'],
  [/ボトムス|デニム|パンツ/, 'bottoms'],
]

/** The drawing for a category; what has none is drawn as a shirt. */
export const shapeOf = (category: string): GarmentShape =>
  shapesByWord.find(([word]) => word.test(category))?.[1] ?? 'shirt'

const flawsByWord: readonly (readonly [RegExp, FlawKind])[] = [
  [/シミ|黄ばみ|汚れ|黒ずみ|ベタつき|変色|色あせ/, 'stain'],
  [/ほつれ|破れ|穴|糸/, 'thread'],
  [/欠け|欠品|ボタン|割れ/, 'chip'],
  [/毛羽|毛玉|起毛/, 'fuzz'],
]
export const flawKindOf = (label: string): FlawKind =>
  flawsByWord.find(([word]) => word.test(label))?.[1] ?? 'scratch'

export const garmentPicture = (shape: GarmentShape): string => `/garments/${shape}.webp`
export const flawPicture = (shape: GarmentShape, kind: FlawKind): string => `/garments/${shape}-${kind}.webp`

const Frame = styled('span')({
  display: 'block',
  overflow: 'hidden',
  borderRadius: 12,
  background: '#e6dfd2',
  '& > img': { width: '100%', height: 'auto' },
})

/** Decorative: the words beside it name the article. */
export function GarmentPicture({ category, lazy = true }: { category: string; lazy?: boolean }) {
  return (
    <Frame>
      <img
        src={garmentPicture(shapeOf(category))}
        alt=""
        width={480}
        height={528}
        loading={lazy ? 'lazy' : undefined}
        decoding="async"
      />
    </Frame>
  )
}

import { styled } from '@mui/material/styles'
import { GarmentPicture, type GarmentShape, shapeOf } from '#web/ui/garment.tsx'

/** From one end to the other, in the units of the drawing: 200 wide and 220 tall. */
type Line = readonly [x1: number, y1: number, x2: number, y2: number]
type Lines = readonly (readonly [word: RegExp, line: Line])[]

const upper = (shoulder: number, hem: number, cuff: readonly [number, number]): Lines => [
  [/肩幅|肩巾/, [100 - shoulder, 56, 100 + shoulder, 56]],
  [/身幅|身巾|胸囲|バスト|チェスト/, [62, 96, 138, 96]],
  [/着丈|総丈|全長/, [100, 42, 100, hem]],
  [/裄丈|ゆき丈/, [100, 44, cuff[0], cuff[1]]],
  [/袖丈|袖/, [150, 58, cuff[0], cuff[1]]],
  [/ウエスト|胴囲/, [62, 130, 138, 130]],
  [/裾/, [56, hem - 8, 144, hem - 8]],
]

const lines: Readonly<Partial<Record<GarmentShape, Lines>>> = {
  jacket: upper(50, 216, [168, 190]),
  coat: upper(48, 208, [164, 172]),
  knit: upper(46, 188, [168, 164]),
  shirt: upper(44, 200, [168, 164]),
  dress: [
    [/肩幅|肩巾/, [84, 32, 116, 32]],
    [/身幅|身巾|バスト|胸囲/, [70, 76, 132, 76]],
    [/ウエスト|胴囲/, [68, 94, 134, 94]],
    [/着丈|総丈|スカート丈/, [100, 34, 100, 206]],
    [/裾/, [52, 196, 148, 196]],
  ],
  bottoms: [
    [/ウエスト|胴囲/, [66, 32, 134, 32]],
    [/股上/, [100, 30, 100, 96]],
    [/股下/, [108, 96, 114, 200]],
    [/わたり|ワタリ|もも/, [66, 98, 104, 98]],
    [/ヒップ/, [66, 66, 136, 66]],
    [/裾|すそ/, [60, 200, 94, 200]],
    [/総丈|着丈|全長/, [146, 30, 146, 202]],
  ],
  bag: [
    [/持ち手|ハンドル|ショルダー/, [100, 46, 100, 98]],
    [/高さ|縦|たて/, [100, 98, 100, 194]],
    [/マチ|奥行/, [148, 184, 172, 194]],
    [/幅|横|よこ/, [28, 188, 172, 188]],
  ],
  wallet: [
    [/高さ|縦|たて/, [100, 60, 100, 168]],
    [/マチ|奥行|厚/, [160, 160, 172, 168]],
    [/幅|横|よこ/, [30, 112, 170, 112]],
  ],
  shoes: [
    [/ヒール|かかと/, [32, 176, 32, 204]],
    [/高さ|丈/, [36, 134, 36, 196]],
    [/幅|ワイズ/, [120, 172, 164, 172]],
    [/全長|長さ|ソール|サイズ/, [30, 208, 164, 208]],
  ],
}

export const guideLine = (category: string, measure: string): Line | undefined =>
  lines[shapeOf(category)]?.find(([word]) => word.test(measure))?.[1]

const Frame = styled('figure')(({ theme }) => ({
  alignSelf: 'start',
  '& > div': { position: 'relative' },
  '& svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& line': { stroke: theme.okuru.palette.primary.main, strokeWidth: 5, strokeLinecap: 'round' },
  '& line.under': { stroke: '#ffffff', strokeWidth: 9 },
  '& figcaption': {
    marginTop: 2,
    minHeight: 18,
    fontSize: 11,
    lineHeight: '18px',
    textAlign: 'center',
    color: theme.okuru.palette.font.sub,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
}))

/** Where the measure in hand is taken. */
export function MeasureGuide({ category, measure }: { category: string; measure: string | undefined }) {
  const line = measure === undefined ? undefined : guideLine(category, measure)
  const place = line && { x1: line[0], y1: line[1], x2: line[2], y2: line[3] }
  return (
    <Frame>
      <div>
        <GarmentPicture category={category} />
        {place && (
          <svg viewBox="0 0 200 220" aria-hidden>
            <line className="under" {...place} />
            <line {...place} />
          </svg>
        )}
      </div>
      <figcaption>{measure ? `${measure}${line ? 'の測り方' : ''}` : '測る場所'}</figcaption>
    </Frame>
  )
}

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// A Japanese font has a megabyte per weight; the build cuts out the characters of the storefront's own texts.

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>
export type SubsetFace = { weight: 400 | 700; file: string; source: Buffer }

const require = createRequire(import.meta.url)
const WEIGHTS = [400, 700] as const
const BUDGET_BYTES = 146_500
const CACHE = '.cache/fonts'
const RECIPE = 'v2'

const fileOf = (weight: SubsetFace['weight']): string => `noto-sans-jp-${weight}.woff2`

const SOURCES = ['web/**/*.{ts,tsx,html}', 'contract/**/*.ts']
const NOT_STOREFRONT = /\.(test|spec|stories)\.|\/biz|biz\.|-biz|\/bench|(?:^|\/)node_modules\//
const FIRST_SCREEN = /\/(app|ui)\/|top|home|login|shell/i

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** Characters of data: names, prices, dates, accented brands. */
const ALWAYS = `${range(0x20, 0x7e)}${range(0x3041, 0x3096)}${range(0x30a1, 0x30fc)}、。・「」『』()()【】〒々〜~!?:;/+-%&#¥¥−–—…‹›×→←↑↓○●◎△①②③④⑤⑥⑦⑧⑨⑩年月日時分秒円点件回名様曜月火水木金土祝午前後東京都道府県市区町村ÀÇÈÉÖÜàáâäåçèéêëíîïñóôöøúûü`

/** Non-ASCII characters of the sources: those of the first screens, then the most frequent. */
export function rankCharacters(files: ReadonlyArray<{ path: string; text: string }>): string[] {
  const score = new Map<string, number>()
  for (const { path, text } of files) {
    const weight = FIRST_SCREEN.test(path) ? 50 : 1
    for (const character of new Set(text)) {
      if (character >= '\u00a0') score.set(character, (score.get(character) ?? 0) + weight)
    }
  }
  return [...score.entries()]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([character]) => character)
}

async function readSources(root: string): Promise<Array<{ path: string; text: string }>> {
  const paths = globSync(SOURCES, { cwd: root })
    .filter((path) => !NOT_STOREFRONT.test(path))
    .sort()
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

async function cut(weight: SubsetFace['weight'], text: string): Promise<SubsetFace> {
  const subsetFont: SubsetFont = require('subset-font')
  const path = require.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-${weight}-normal.woff2`)
  const source = await subsetFont(await readFile(path), text, {
    targetFormat: 'woff2',
    keepFeatures: ['palt', 'kern', 'tnum'],
    noHinting: true,
  })
  return { weight, file: fileOf(weight), source }
}

async function cutWithinBudget(ranked: readonly string[]): Promise<SubsetFace[]> {
  const share = BUDGET_BYTES / WEIGHTS.length
  let count = ranked.length
  const faces: SubsetFace[] = []
  for (const weight of WEIGHTS) {
    for (;;) {
      const face = await cut(weight, ALWAYS + ranked.slice(0, count).join(''))
      if (face.source.length <= share || count === 0) {
        faces.push(face)
        break
      }
      count = Math.floor(count * Math.min(0.96, (share / face.source.length) * 0.97))
    }
  }
  return faces
}

export async function subsetStorefrontFont(root: string): Promise<SubsetFace[]> {
  const ranked = rankCharacters(await readSources(root))
  const key = createHash('sha256')
    .update(`${RECIPE}${BUDGET_BYTES}${ALWAYS}${ranked.join('')}`)
    .digest('hex')
    .slice(0, 16)
  const folder = join(root, CACHE, key)
  try {
    return await Promise.all(
      WEIGHTS.map(async (weight) => {
        const file = fileOf(weight)
        return { weight, file, source: await readFile(join(folder, file)) }
      }),
    )
  } catch {
    const faces = await cutWithinBudget(ranked)
    await mkdir(folder, { recursive: true })
    await Promise.all(faces.map((face) => writeFile(join(folder, face.file), face.source)))
    return faces
  }
}

import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  type CatalogueLists,
  type ListName,
  type ListProblem,
  ListsRefused,
  type Loaded,
  listColumns,
  loadCatalogue,
  readList,
} from '#server/domains/catalogue/catalogue.load'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import type { Booted } from './boot.ts'
import { readAllShipped } from './seed/catalogue.ts'

type Given = ReadonlyMap<string, readonly string[]>

const fileOptions: Readonly<Record<ListName, { option: string; japanese: string }>> = {
  brands: { option: '--brands', japanese: 'ブランド' },
  categories: { option: '--categories', japanese: 'カテゴリ' },
  attributes: { option: '--attributes', japanese: '商品の項目' },
  templates: { option: '--templates', japanese: '定型コメント' },
  campaigns: { option: '--campaigns', japanese: 'キャンペーン' },
}
const lists = Object.keys(fileOptions) as ListName[]
const companyOption = '--company'
const dryRunOption = '--dry-run'

export const loadOptions: readonly string[] = [
  ...lists.map((list) => fileOptions[list].option),
  companyOption,
  dryRunOption,
]

export const loadHelp = [
  'ファイルを指定しないと、付属のブランド・カテゴリ・商品の項目・定型コメントを登録します。何度実行しても増えず、消えるものもありません。',
  'Without a file, loads the shipped brands, categories, attributes and templates (server/seed/catalogue/). Repeated, it adds',
  'nothing twice; nothing is ever deleted. Names, readings and aliases that differ become those of the list.',
  '',
  ...lists.map((list) => {
    const { option, japanese } = fileOptions[list]
    const columns = listColumns[list].map(({ header }) => header).join(',')
    return `${`${option} FILE`.padEnd(20)}${japanese}のCSV。1行目 / ${list}, first line: ${columns}`
  }),
  `${`${companyOption} N`.padEnd(20)}定型コメント・キャンペーンの会社。キャンペーンには必要です / whose templates or campaigns; campaigns need it`,
  `${dryRunOption.padEnd(20)}確かめるだけで、何も変えません / only checks, changes nothing`,
  '',
  '文字コードは UTF-8 か Shift_JIS。別名は「|」、カテゴリの階層は「>」で区切ります。1つでも誤りがあれば何も登録しません。',
  'UTF-8 or Shift_JIS. Aliases are separated by "|", levels of categories by ">". A single error stops the whole load.',
  '',
  '例 / Examples:',
  'npm run okuru -- catalogue load',
  'npm run okuru -- catalogue load --brands brands.csv --dry-run',
  'npm run okuru -- catalogue load --campaigns winter.csv --company 2',
].join('\n')

/** npm changes the working directory; the path is relative to the user's. */
const fileAt = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name)

const isFile = (name: string): boolean =>
  name !== '' && (statSync(fileAt(name), { throwIfNoEntry: false })?.isFile() ?? false)

export function checkLoad(given: Given): string[] {
  const problems: string[] = []
  for (const option of loadOptions)
    if ((given.get(option)?.length ?? 0) > 1) problems.push(`${option} は1つだけです / may be given once`)
  for (const { option } of Object.values(fileOptions)) {
    const [name] = given.get(option) ?? []
    if (name !== undefined && !isFile(name))
      problems.push(`${option}: ファイルがありません / there is no such file: ${name}`)
  }
  const [company] = given.get(companyOption) ?? []
  const isOwned = given.has('--templates') || given.has('--campaigns')
  if (company !== undefined && !isOwned)
    problems.push(`${companyOption} は --templates か --campaigns と使います / goes with them`)
  if (given.has('--campaigns') && company === undefined)
    problems.push(`--campaigns には ${companyOption} が必要です / needs ${companyOption}`)
  if (given.get(dryRunOption)?.some((value) => value !== ''))
    problems.push(`${dryRunOption} に値は付けられません / takes no value`)
  return problems
}

type Read = { lists: Partial<CatalogueLists>; problems: ListProblem[]; fromShiftJis: ListName[] }

function readFiles(given: Given): Read {
  const read: Read = { lists: {}, problems: [], fromShiftJis: [] }
  for (const list of lists) {
    const [name] = given.get(fileOptions[list].option) ?? []
    if (name === undefined) continue
    const reading = readList(list, readFileSync(fileAt(name)))
    if (reading.ok) {
      Object.assign(read.lists, { [list]: reading.entries })
      if (reading.encoding === 'shift_jis') read.fromShiftJis.push(list)
    } else read.problems.push(...reading.problems)
  }
  const isShipped = lists.every((list) => !given.has(fileOptions[list].option))
  return isShipped ? { ...read, lists: readAllShipped() } : read
}

const notKept = Symbol('dry run')

async function load(
  booted: Pick<Booted, 'db' | 'tools'>,
  given: Given,
): Promise<Loaded | readonly ListProblem[]> {
  const { lists: wanted, problems, fromShiftJis } = readFiles(given)
  if (problems.length > 0) return problems
  const [number] = given.get(companyOption) ?? []
  const company = number === undefined ? null : Number(number)
  const actor = systemActor(booted.tools.clock.now())
  let loaded: Loaded = {}
  try {
    await inTransaction(booted.db, async (tx) => {
      loaded = await loadCatalogue(tx, actor, wanted, { company, fromShiftJis })
      if (given.has(dryRunOption)) throw notKept
    })
  } catch (error) {
    if (error instanceof ListsRefused) return error.problems
    if (error !== notKept) throw error
  }
  return loaded
}

const mostProblems = 50

function sentenceOf({ list, line, column, message }: ListProblem, given: Given): string {
  const { option } = fileOptions[list]
  const file = path.basename(given.get(option)?.[0] ?? `${list}.csv`)
  const place = line === null ? '' : ` ${line}行目 / line ${line}`
  return `${file}${place}${column === '' ? '' : ` [${column}]`}: ${message}`
}

type LoadResult = { done: boolean; lines: string[] }

export async function runLoad(booted: Pick<Booted, 'db' | 'tools'>, given: Given): Promise<LoadResult> {
  const loaded = await load(booted, given)
  if (Array.isArray(loaded)) {
    const problems = loaded as readonly ListProblem[]
    const rest = problems.length - mostProblems
    const lines = problems.slice(0, mostProblems).map((problem) => sentenceOf(problem, given))
    if (rest > 0) lines.push(`ほか ${rest} 件 / and ${rest} more`)
    return { done: false, lines: [...lines, '何も登録していません。 / Nothing was loaded.'] }
  }
  const lines = Object.entries(loaded as Loaded).map(([list, { added, changed, unchanged }]) => {
    const { japanese } = fileOptions[list as ListName]
    return `${japanese}: 追加 ${added}、変更 ${changed}、そのまま ${unchanged} / ${list}: ${added} added, ${changed} changed, ${unchanged} unchanged`
  })
  if (given.has(dryRunOption))
    lines.push('確かめただけで、何も変えていません。 / Dry run: nothing was changed.')
  return { done: true, lines }
}

import type pg from 'pg'
import { job, labelOf } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import { formatCount } from '#contract/text'
import {
  chainRows,
  copyLedger,
  copyPersons,
  ledgerLine,
  personLine,
  type SeededRow,
} from '#server/domains/antique-ledger/antique-ledger.factory'
import {
  documentOf,
  featuresOf,
  measureOf,
  sealedInstant,
} from '#server/domains/antique-ledger/antique-ledger.rules'
import { sealPerson } from '#server/domains/antique-ledger/antique-ledger.service'
import type { Tools } from '#server/platform/tools'
import { readShipped } from './catalogue.ts'
import { type Copier, copying } from './large-copy.ts'
import { addressOf, type LargePerson } from './large-people.ts'
import { boxOf, isContracted, type LargeBox, type Plan, type PoolArticle, timesOf } from './large-plan.ts'

export interface LedgerInput {
  pool: pg.Pool
  tools: Pick<Tools, 'keys'>
  plan: Plan
  people: readonly LargePerson[]
  companies: readonly number[]
  shops: readonly { id: number }[]
  say: (line: string) => void
}

const paper = {
  clause: 'clause_7',
  identification_kind: 1,
  document_name: '運転免許証',
  document_issuer: '公安委員会',
}

export async function loadLedger(input: LedgerInput): Promise<number> {
  const classes = new Map<string, string>(
    readShipped('categories').map(({ name, ledger_class }) => [name, ledger_class]),
  )
  const features = new Map<PoolArticle, string>()
  let person = 0
  let written = 0
  const start = performance.now()
  return copying(input.pool, { rows: copyLedger, persons: copyPersons }, async ({ rows, persons }, ready) => {
    for (const [dealer, company] of input.companies.entries()) {
      const boxes = dealsOf(input.plan, dealer)
      const facts = function* (): Generator<SeededRow> {
        for (const index of boxes) {
          person += 1
          yield* rowsOfBox(input, boxOf(input.plan, index), { company, person, persons, classes, features })
        }
      }
      for (const row of chainRows(company, input.tools.keys.chain, facts())) {
        rows.line(ledgerLine(row))
        await ready()
        if (++written % 100_000 === 0) {
          const rate = Math.round(written / ((performance.now() - start) / 1000))
          input.say(`    古物台帳 ${formatCount(written)} 行 (${formatCount(rate)} 行/秒)`)
        }
      }
    }
  })
}

function dealsOf(plan: Plan, dealer: number): number[] {
  const found: { index: number; at: number }[] = []
  for (let index = 0; index < plan.wanted.requests; index++) {
    if (!isContracted(plan.skeletons[index]?.status ?? 0)) continue
    const box = boxOf(plan, index)
    if (box.dealer === dealer) found.push({ index, at: timesOf(box).contracted ?? 0 })
  }
  return found.sort((a, b) => a.at - b.at).map(({ index }) => index)
}

interface RowContext {
  company: number
  person: number
  persons: Copier
  classes: ReadonlyMap<string, string>
  features: Map<PoolArticle, string>
}

function* rowsOfBox(input: LedgerInput, box: LargeBox, context: RowContext): Generator<SeededRow> {
  const seller = input.people[box.customer - 1] as LargePerson
  const at = new Date(timesOf(box).contracted ?? 0)
  const today = tokyoDate(at)
  const { record, commitment } = sealPerson(
    context.company,
    {
      id: box.customer,
      name: seller.name,
      name_kana: seller.name_kana,
      address: addressOf(seller),
      occupation: seller.job_detail
        ? `${labelOf(job, seller.job)}(${seller.job_detail})`
        : labelOf(job, seller.job),
      age: ageOn(seller.birthday, today),
    },
    documentOf({ ...paper, document_number: `3${String(box.customer).padStart(11, '0')}` }),
    at,
    input.tools,
  )
  context.persons.line(personLine(context.person, record))
  for (const { id, status, article } of box.items) {
    if (status !== 6 && status < 8) continue
    yield {
      shop_id: input.shops[box.shop]?.id ?? 0,
      occurred_on: today,
      item_id: id,
      ledger_class: context.classes.get(article.kind.category) ?? '02',
      item_name: article.name,
      features: featuresFor(article, context.features),
      price: article.price,
      measure: measureOf(paper),
      person_id: context.person,
      person_commitment: commitment,
      created_at: sealedInstant(at),
    }
  }
}

function featuresFor(article: PoolArticle, known: Map<PoolArticle, string>): string {
  const before = known.get(article)
  if (before !== undefined) return before
  const made = featuresOf({
    brand_name: article.kind.brand,
    category_name: article.kind.category,
    color: article.color,
    material: article.material,
    size: article.size,
    gender: article.gender,
    damages: article.flaws,
  })
  known.set(article, made)
  return made
}

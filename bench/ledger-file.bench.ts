import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { tokyoDate } from '#contract/day'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { writeCheckpoint } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import {
  chainRows,
  copyLedger,
  copyPersons,
  finishCopiedLedger,
  ledgerLine,
  personLine,
  type SeededRow,
} from '#server/domains/antique-ledger/antique-ledger.factory'
import { fileLines } from '#server/domains/antique-ledger/antique-ledger.queries'
import { sealedInstant } from '#server/domains/antique-ledger/antique-ledger.rules'
import { sealPerson } from '#server/domains/antique-ledger/antique-ledger.service'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import type { BusinessActor } from '#server/platform/actor'
import { connectForCopy, copying } from '#server/seed/large-copy'
import { type Child, startServer } from './children.ts'
import { type Data, type Staff, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { median } from './load.ts'

const rounds = 3
const wanted = 500_000
const dealer = '台帳の計測'

/** The ledger as a file, against PostgreSQL's COPY of the same query. */
export async function benchLedgerFile(data: Data): Promise<void> {
  const admin = await ledgerAdmin(data)
  const headers = await signIn(data, admin)
  const server = await startServer(data)
  try {
    // Compiles the code and fills the database's cache for both.
    await copied(data, admin)
    await saved(server, '', headers)
    await saved(server, '', headers)
    const before = await server.memory()
    const ours = { seconds: [] as number[], first: [] as number[], memory: 0 }
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      theirs.push(await copied(data, admin))
      const peak = peakMemory(server)
      const { seconds, first, lines } = await saved(server, '', headers)
      ours.memory = Math.max(ours.memory, await peak.stop())
      ours.seconds.push(seconds)
      ours.first.push(first)
      if (lines !== wanted + 1) throw new Error(`the file has ${lines} lines, the ledger ${wanted} rows`)
    }
    const shiftJis = await saved(server, '?encoding=shift_jis&substitute=true', headers)
    note(
      `file ${median(ours.seconds).toFixed(1)} s, COPY ${median(theirs).toFixed(1)} s, in Shift_JIS ${shiftJis.seconds.toFixed(1)} s`,
    )
    figure('ledger file / COPY, rows a second', median(theirs) / median(ours.seconds), '×', { atLeast: 0.5 })
    figure('ledger file, first byte', median(ours.first), 'ms', { atMost: 500 })
    figure('ledger file, memory above that before', ours.memory - before, 'MB', { atMost: 60 })
  } finally {
    await server.stop()
  }
}

/** The administrator of a dealer with half a million rows; made once, because the data set's dealers share as many. */
async function ledgerAdmin(data: Data): Promise<Staff> {
  const { rows } = await data.pool.query<Staff>(
    `select u.account_id as account, u.company_id as company from business_user u join company c on c.id = u.company_id
     join antique_ledger_head h on h.company_id = c.id where c.name = $1`,
    [dealer],
  )
  return rows[0] ?? makeLedger(data)
}

async function makeLedger({ db, pool, tools }: Data): Promise<Staff> {
  note('making a ledger of half a million rows, once')
  const company = await makeCompany(db, {
    name: dealer, // One that no earlier, broken run has taken.
    license_number: `第${String(Date.now()).slice(-12)}号`,
  })
  const shop = await makeShop(db, company, { name: dealer })
  const email = `ledger-${randomUUID()}@bench.example`
  const made = await makeBusinessAccount(db, company, { account: { email }, user: { role: 'admin' } })
  const { rows: last } = await pool.query<{ id: number | null }>(
    'select max(id) as id from antique_ledger_person',
  )
  const sellers = { first: (last[0]?.id ?? 0) + 1, commitments: [] as string[] }
  await copying(pool, { persons: copyPersons }, async ({ persons }, ready) => {
    for (let deal = 0; deal < wanted / itemsOfDeal; deal++) {
      const { record, commitment } = sellerOf(company, deal, tools)
      sellers.commitments.push(commitment)
      persons.line(personLine(sellers.first + deal, record))
      await ready()
    }
  })
  await copying(pool, { rows: copyLedger }, async ({ rows }, ready) => {
    for (const row of chainRows(company, tools.keys.chain, factsOf(shop, sellers))) {
      rows.line(ledgerLine(row))
      await ready()
    }
  })
  await finishCopiedLedger(db)
  await writeCheckpoint(db, company, tools)
  await pool.query('vacuum analyze antique_ledger, antique_ledger_person')
  return { account: made.account_id, company }
}

const names = ['山田 花子', '佐藤 健', '髙橋 ユキ', '鈴木 一郎', '田中 美咲']
const articles = [
  {
    ledger_class: '02',
    item_name: 'テーラードジャケット',
    features: 'ISSEY MIYAKE、ジャケット、型番IM63-FD101、紺、毛100%、サイズ38、女性用、袖口に擦れあり',
  },
  {
    ledger_class: '11',
    item_name: 'ハンドバッグ',
    features: 'CHANEL、ハンドバッグ、黒、牛革、製造番号12345678、金具に傷あり、付属品あり',
  },
  {
    ledger_class: '02',
    item_name: 'ダウンコート',
    features: 'MONCLER、コート、"HERMINE", 黒、ナイロン、サイズ1、女性用',
  },
]
const itemsOfDeal = 4

const dayOf = (deal: number): Date => new Date(Date.UTC(2021, 0, 1) + deal * 1_200_000)

const sellerOf = (company: number, deal: number, tools: Data['tools']) =>
  sealPerson(
    company,
    {
      id: null,
      name: names[deal % names.length] as string,
      name_kana: 'ヤマダ ハナコ',
      address: `東京都渋谷区神宮前1丁目2番${deal}号 メゾン表参道`,
      occupation: '会社員',
      age: 36,
    },
    '運転免許証 東京都公安委員会 第301234567890号',
    dayOf(deal),
    tools,
  )

interface Sellers {
  first: number
  commitments: readonly string[]
}

function* factsOf(shop: number, { first, commitments }: Sellers): Generator<SeededRow> {
  for (const [deal, person_commitment] of commitments.entries()) {
    const at = dayOf(deal)
    for (let item = 0; item < itemsOfDeal; item++) {
      yield {
        ...(articles[(deal + item) % articles.length] as (typeof articles)[number]),
        shop_id: shop,
        occurred_on: tokyoDate(at),
        item_id: null,
        price: 1000 + (deal % 90) * 500,
        measure: '法15条1項4号・規則15条3項7号（運転免許証の写し、転送不要郵便、本人名義口座への振込）',
        person_id: first + deal,
        person_commitment,
        created_at: sealedInstant(at),
      }
    }
  }
}

async function saved(server: Child, query: string, headers: Record<string, string>) {
  const begun = performance.now()
  const response = await fetch(`${server.url}/api/biz/antique-ledger/csv/${query}`, { headers })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  let first = 0
  let lines = 0
  for await (const piece of response.body) {
    first ||= performance.now() - begun
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1
  }
  return { seconds: (performance.now() - begun) / 1000, first, lines }
}

/** Seconds of a COPY of the statement that the file is made from. */
async function copied({ db, pool }: Data, { company }: Staff): Promise<number> {
  const actor = { kind: 'business', company_id: company, shop_ids: null } as unknown as BusinessActor
  const { sql, parameters } = fileLines(db, actor, {})
  const literal = (value: unknown) =>
    typeof value === 'number'
      ? String(value)
      : pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
  const text = sql.replaceAll(/\$(\d+)/g, (_, place) => literal(parameters[Number(place) - 1]))
  const client = await connectForCopy(pool)
  try {
    const begun = performance.now()
    const stream = client.query(to(`copy (${text}) to stdout (format csv)`))
    stream.resume()
    await finished(stream)
    return (performance.now() - begun) / 1000
  } finally {
    await client.end()
  }
}

function peakMemory(server: Child): { stop: () => Promise<number> } {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await server.memory())
      await sleep(50)
    }
  })()
  const stop = async () => {
    isOver = true
    await watching
    return peak
  }
  return { stop }
}

import { sql } from 'kysely'
import type { antiqueLedgerCalls } from '#contract/antique-ledger'
import type { CallResult } from '#contract/call'
import { tokyoDate, tokyoDateTime } from '#contract/day'
import { type Db, type Tx, useLongLimits } from '#server/platform/db'
import { FieldCipherError } from '#server/platform/field-cipher'
import type { Tools } from '#server/platform/tools'
import { checkArticles } from './antique-ledger.articles.ts'
import { type Checkpoints, lostEvidence, readCheckpoints } from './antique-ledger.checkpoint.ts'
import { checkpointFiles } from './antique-ledger.checkpoint-files.ts'
import {
  canonicalRow,
  genesisHash,
  isOfSale,
  keptUntil,
  personCommitment,
  rowHash,
  type SealedRow,
} from './antique-ledger.rules.ts'
import { openDocument } from './antique-ledger.service.ts'

export type Verified = CallResult<typeof antiqueLedgerCalls.verify>

export type VerifyTools = Pick<Tools, 'keys' | 'config'>

export interface Finding {
  seq: number | null
  problem: string
}

interface StoredRow extends SealedRow {
  person_id: number | null
  salt: Buffer | null
  person_company_id: number
  customer_id: number | null
  name: string
  search_text: string
  address: string
  occupation: string
  age: number
  document_enc: Buffer | null
}

/** Small, so that the event loop serves other requests between batches. */
const batchSize = 500
/** Rows younger than this may not be in the checkpoint file yet. */
const checkpointDelay = 60 * 60 * 1000

/** Stops at the first problem. Reads from one snapshot, so that concurrent writers do not look like forgery. */
export async function verifyCompany(
  db: Db,
  companyId: number,
  tools: VerifyTools,
  options: { at: Date },
): Promise<Verified> {
  const files = checkpointFiles(tools.config)
  // Read before the snapshot, which then contains every row the file names.
  const checkpoints = await readCheckpoints(files, companyId, tools.keys.chainKeys)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await useLongLimits(tx)
      return verifySnapshot(tx, companyId, tools, checkpoints, options.at)
    })
}

export async function verifyAll(
  db: Db,
  tools: VerifyTools,
  options: { at: Date },
): Promise<(Verified & { company_id: number; company_name: string })[]> {
  const { rows: companies } = await sql<{ id: number; name: string }>`select c.id, c.name from company c
    where not c.is_operator or exists (select from antique_ledger_head h where h.company_id = c.id) order by c.id`.execute(
    db,
  )
  const results = []
  for (const { id, name } of companies) {
    results.push({ company_id: id, company_name: name, ...(await verifyCompany(db, id, tools, options)) })
  }
  return results
}

interface Head {
  rows: number
  seq: number | null
  hash: string | null
  checkpoint_seq: number | null
}

async function verifySnapshot(
  tx: Tx,
  companyId: number,
  tools: VerifyTools,
  checkpoints: Checkpoints,
  at: Date,
): Promise<Verified> {
  const stored = await sql<Head>`
    select (select count(*) from antique_ledger where company_id = ${companyId}) as rows, h.seq, encode(h.hash, 'hex') as hash, h.checkpoint_seq
    from (select ${companyId}::bigint as company_id) c left join antique_ledger_head h using (company_id)`.execute(
    tx,
  )
  const head = stored.rows[0] ?? { rows: 0, seq: null, hash: null, checkpoint_seq: null }
  const walk = newWalk(companyId, tools, checkpoints, at)
  let finding: Finding | null = null
  while (!finding) {
    const rows = await nextRows(tx, companyId, walk.seq)
    for (const row of rows) {
      finding = walk.step(row)
      if (finding) break
    }
    if (rows.length < batchSize) break
  }
  finding ??= checkEnd(walk, head, checkpoints) ?? (await checkArticles(tx, companyId)) ?? walk.erasedEarly()
  return {
    is_ok: finding === null,
    count: head.rows,
    head: finding ? (head.hash ?? walk.hash) : walk.hash,
    first_bad_seq: finding?.seq ?? null,
    problem: finding?.problem ?? '',
    warnings: finding ? [] : walk.warnings(),
    checked_at: tokyoDateTime(at),
  }
}

async function nextRows(tx: Tx, companyId: number, after: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select l.company_id, l.seq, l.shop_id, l.entry_kind, l.occurred_on, l.item_id, l.ledger_class, l.item_name, l.features, l.quantity,
      l.price, l.measure, encode(l.person_commitment, 'hex') as person_commitment, l.corrects_seq, l.invoice_note, l.key_id,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      encode(l.prev_hash, 'hex') as prev_hash, encode(l.hash, 'hex') as hash,
      p.id as person_id, p.salt, p.company_id as person_company_id, p.customer_id, p.name, p.search_text, p.address, p.occupation, p.age,
      p.document_enc
    from antique_ledger l left join antique_ledger_person p on p.id = l.person_id
    where l.company_id = ${companyId} and l.seq > ${after} order by l.seq limit ${batchSize}`.execute(tx)
  return rows
}

type Walk = ReturnType<typeof newWalk>

function newWalk(companyId: number, tools: VerifyTools, checkpoints: Checkpoints, at: Date) {
  const today = tokyoDate(at)
  const known = new Map(checkpoints.points.map((point) => [point.count, point.head]))
  const newest = checkpoints.points.at(-1)?.count ?? 0
  let person: { id: number; commitment: string } | null = null
  let erasedEarly = { count: 0, first: 0 }
  let beyond = { count: 0, old: false }
  /** Rows of sales with their corrections: their people are erased sooner. */
  const ofSales = new Set<number>()

  const walk = {
    seq: 0,
    hash: genesisHash(companyId),
    step(row: StoredRow): Finding | null {
      const finding = checkLink(row, walk.seq, walk.hash, tools)
      if (finding) return finding
      if (isOfSale(row.entry_kind) || ofSales.has(row.corrects_seq ?? 0)) ofSales.add(row.seq)
      const wrongPerson = checkPerson(row)
      if (wrongPerson) return wrongPerson
      const witnessed = known.get(row.seq)
      if (witnessed !== undefined && witnessed !== row.hash) {
        return { seq: row.seq, problem: `${row.seq}番までの記録が、控えファイルの記録と違います。` }
      }
      walk.seq = row.seq
      walk.hash = row.hash
      if (row.seq > newest) {
        const old = at.getTime() - Date.parse(row.created_at) > checkpointDelay
        beyond = { count: beyond.count + 1, old: beyond.old || old }
      }
      return null
    },
    /** Rows that the file does not cover yet although they are older than the checkpoint delay. */
    unproven(): Finding | null {
      if (!beyond.old) return null
      return {
        seq: newest + 1,
        problem: `末尾の${beyond.count}行が控えファイルにありません。この部分の切り取りは見つけられません。`,
      }
    },
    erasedEarly(): Finding | null {
      if (erasedEarly.count === 0) return null
      const problem = `保存期間が終わる前に、相手方の記録が${erasedEarly.count}行分消されています(最初は${erasedEarly.first}番)。`
      return { seq: erasedEarly.first, problem }
    },
    warnings(): string[] {
      return beyond.count > 0 ? [`末尾の${beyond.count}行は、まもなく控えファイルに書かれます。`] : []
    },
  }

  function checkPerson(row: StoredRow): Finding | null {
    if (row.person_id === null) {
      const recorded = tokyoDate(new Date(row.created_at))
      const entry_kind = ofSales.has(row.seq) ? '売却' : row.entry_kind
      if (row.person_commitment !== '' && keptUntil({ entry_kind, recorded_on: recorded }) >= today) {
        erasedEarly = { count: erasedEarly.count + 1, first: erasedEarly.first || row.seq }
      }
      return null
    }
    try {
      if (person?.id !== row.person_id) person = { id: row.person_id, commitment: commitmentOf(row, tools) }
    } catch (error) {
      if (!(error instanceof FieldCipherError)) throw error
      const problem = `${row.seq}番の相手方の確認書類の記録が開けません。書き換えられたか、書いたときの鍵(OKURU_FIELD_KEY)が設定されていません。`
      return { seq: row.seq, problem }
    }
    if (person.commitment === row.person_commitment) return null
    return { seq: row.seq, problem: `${row.seq}番の相手方の記録が書き換えられています。` }
  }

  return walk
}

function commitmentOf(row: StoredRow, tools: VerifyTools): string {
  const salt = row.salt ?? Buffer.alloc(0)
  const document = row.document_enc ? openDocument(row.document_enc, salt, tools) : null
  return personCommitment(salt, {
    ...row,
    company_id: row.person_company_id,
    document,
  })
}

function checkLink(row: StoredRow, seq: number, hash: string, tools: VerifyTools): Finding | null {
  const expected = seq + 1
  if (row.seq !== expected) {
    const gap = row.seq === expected + 1 ? `${expected}番` : `${expected}番から${row.seq - 1}番まで`
    return { seq: expected, problem: `${gap}の行がありません。削除されています。` }
  }
  if (row.prev_hash !== hash) {
    const problem = `${row.seq}番の行が、前の行とつながりません。入れ替え、差し込み、または書き換えがあります。`
    return { seq: row.seq, problem }
  }
  const key = tools.keys.chainKeys.get(row.key_id)
  if (!key) {
    const problem = `${row.seq}番の行を確かめる鍵「${row.key_id}」が設定されていません。以前の鍵を OKURU_CHAIN_KEY に加えてから、もう一度確かめてください。`
    return { seq: row.seq, problem }
  }
  if (rowHash(key, hash, canonicalRow(row)) === row.hash) return null
  return { seq: row.seq, problem: `${row.seq}番の行が書き換えられています。` }
}

/** Checks that need the whole chain: missing tail, stray rows, a changed head or checkpoint file. */
function checkEnd(walk: Walk, head: Head, checkpoints: Checkpoints): Finding | null {
  const { points, torn, problem } = checkpoints
  const promised = Math.max(head.seq ?? 0, points.at(-1)?.count ?? 0, torn.count)
  if (promised > walk.seq) {
    const first = walk.seq + 1
    const rows = `${first}番から${promised}番まで(${promised - walk.seq}行)`
    return { seq: first, problem: `末尾が切り取られています。${rows}がありません。` }
  }
  if (walk.seq > 0 && head.seq === null) {
    return { seq: walk.seq, problem: '末尾の番号の記録が消されています。' }
  }
  if (head.seq !== null && head.seq < walk.seq) {
    return { seq: head.seq + 1, problem: `末尾の番号の記録(${head.seq}番)より後に行があります。` }
  }
  if (head.hash !== null && head.hash !== walk.hash) {
    return { seq: walk.seq, problem: '末尾の番号の記録が書き換えられています。' }
  }
  if (problem !== '') return { seq: null, problem }
  const lost = lostEvidence(checkpoints, { rows: walk.seq, checkpointed: head.checkpoint_seq ?? 0 })
  return lost === '' ? walk.unproven() : { seq: null, problem: lost }
}

import { writeCheckpoint } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { readConfig } from '#server/platform/config'
import { verifyFileStore } from '#server/platform/file-marker'
import { restore } from './backup-commands.ts'
import { type Booted, boot } from './boot.ts'
import { fine, type Given, say, wrong } from './command.ts'

const companyOption = '--company'
const companyOf = (given: Given): number | undefined => {
  const value = given.get(companyOption)?.at(-1)
  return value === undefined ? undefined : Number(value)
}
export const checkCompany = (given: Given): string[] =>
  (given.get(companyOption) ?? []).every((value) => /^\d{1,15}$/.test(value))
    ? []
    : ['--company には会社の番号が必要です / needs a number']
export const ofCompany = { takes: [companyOption], check: checkCompany }

export async function verifyLedgers({ db, tools }: Booted, given: Given): Promise<number> {
  const company = companyOf(given)
  const all = await verifyAll(db, tools, { at: tools.clock.now() })
  const results = all.filter(({ company_id }) => company === undefined || company_id === company)
  if (results.length === 0) {
    if (company === undefined) {
      say('古物台帳はまだありません。 / There is no antique ledger yet.')
      return fine
    }
    say('対象の会社がありません。 / No such company.')
    return wrong
  }
  for (const result of results) {
    const state =
      result.problem === '' ? 'OK' : `異常 / BROKEN (seq ${result.first_bad_seq ?? '-'}): ${result.problem}`
    say(`${result.company_id}  ${result.company_name}: ${result.count} 行 / rows  ${state}`)
    if (result.head) say(`    head ${result.head}`)
    for (const warning of result.warnings) say(`    注意 / note: ${warning}`)
  }
  return results.every(({ problem }) => problem === '') ? fine : wrong
}

export async function checkpointLedgers({ db, tools }: Booted, given: Given): Promise<number> {
  const company = companyOf(given)
  const companies = await db
    .selectFrom('antique_ledger_head')
    .select('company_id')
    .$if(company !== undefined, (query) => query.where('company_id', '=', company ?? 0))
    .orderBy('company_id')
    .execute()
  let conflicts = 0
  for (const { company_id } of companies) {
    const written = await writeCheckpoint(db, company_id, tools, { renew: true })
    if (written === 'conflict') conflicts += 1
    say(`${company_id}: ${written}`)
  }
  if (conflicts > 0) {
    say(
      '控えファイルが台帳の今の行と合わないため、書いていません。理由を記録し、控えファイルを別の場所に移してから、もう一度実行してください。 / The file names rows that do not exist. Record why, move the file away, then try again.',
    )
  }
  if (companies.length === 0) say('台帳はまだありません。 / There is no ledger yet.')
  return conflicts === 0 ? fine : wrong
}

export async function proveBook({ db, tools }: Booted): Promise<number> {
  const proof = await prove(db, systemActor(tools.clock.now()), tools)
  say(`${proof.entry_count} 件の仕訳 / entries: ${proof.is_ok ? 'OK' : '合いません / does not balance'}`)
  for (const { name, expected, found, is_ok } of proof.checks) {
    say(`  ${is_ok ? 'OK ' : 'NG '} ${name}: ${found}${is_ok ? '' : ` (expected ${expected})`}`)
  }
  return proof.is_ok ? fine : wrong
}

/** Brings an older backup up to date, and proves that books and ledgers are what they were. */
export async function restoreAndProve(given: Given): Promise<number> {
  const config = readConfig()
  await restore(config, given, say)
  say('戻しました。帳簿と台帳を確かめています… / Restored. Proving books and ledgers…')
  const booted = await boot({ config, say, migrating: true })
  try {
    await verifyFileStore({ ...booted, files: booted.tools.files, at: booted.tools.clock.now() })
    const proven = await proveBook(booted)
    const verified = await verifyLedgers(booted, new Map())
    return proven === fine && verified === fine ? fine : wrong
  } finally {
    await booted.stop()
  }
}

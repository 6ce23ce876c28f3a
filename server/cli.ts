import { indexMissing } from '#server/domains/analysis/look-alike.service'
import { ledgerCheckpoints, writeCheckpoint } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { backUp } from '#server/platform/backup-run'
import { systemClock } from '#server/platform/clock'
import { ConfigError, readConfig } from '#server/platform/config'
import { adoptFileStore, verifyFileStore } from '#server/platform/file-marker'
import { createFileStore } from '#server/platform/files'
import { forgetKey, knownKeyStates, purposes } from '#server/platform/known-keys'
import {
  exportKeys,
  keysHelp,
  keysOptions,
  readKeys,
  restore,
  restoreHelp,
  restoreOptions,
  tellBackups,
  tryBackup,
} from './backup-commands.ts'
import { type Booted, boot, chainKeysInUse, demoSeed, type Opened, open } from './boot.ts'
import { checkReset, resetByServer, resetHelp, resetOptions } from './confirm-factor-reset.ts'
import { closeDemoAccounts } from './demo-sign-ins.ts'
import { examine } from './doctor.ts'
import { evaluateAnalysis, evaluateHelp, evaluateOptions } from './evaluate-analysis.ts'
import { checkLoad, loadHelp, loadOptions, runLoad } from './load-catalogue.ts'
import { loadReferenceData } from './seed/reference.ts'
import {
  addAdministrator,
  administratorHelp,
  administratorOptions,
  readAdministrator,
} from './setup-administrator.ts'
import { readOperator, setUpOperator, setupHelp, setupOptions } from './setup-operator.ts'
import { sourceMapsHelp, uploadSourceMaps } from './source-maps.ts'
import { explainFailure } from './start-failure.ts'
import { checkUpgrade } from './upgrade-check.ts'
import { databaseHelp, databaseOptions, moveDatabase } from './upgrade-commands.ts'

/** Exit codes: 1 for problems in the data, 2 for a wrong or failed command. */
const fine = 0
const wrong = 1
const misused = 2
const failed = 3

interface Command {
  help: string
  /** Read-only commands never migrate. */
  migrating?: true
  takes?: readonly string[]
  details?: string
  check?: (given: Given) => string[]
  run: (booted: Booted, given: Given) => Promise<number>
}

/** A command that repairs what a start refuses: it needs only the database. */
type BareCommand = Omit<Command, 'run'> & { bare: (opened: Opened, given: Given) => Promise<number> }

/** A command that opens what it needs by itself. */
type LoneCommand = Omit<Command, 'run'> & { alone: (given: Given) => Promise<number> }
type AnyCommand = Command | BareCommand | LoneCommand

type Given = ReadonlyMap<string, readonly string[]>

const companyOption = '--company'
const companyOf = (given: Given): number | undefined => {
  const value = given.get(companyOption)?.at(-1)
  return value === undefined ? undefined : Number(value)
}
const checkCompany = (given: Given): string[] =>
  (given.get(companyOption) ?? []).every((value) => /^\d{1,15}$/.test(value))
    ? []
    : ['--company には会社の番号が必要です / needs a number']
const ofCompany = { takes: [companyOption], check: checkCompany }

const forgetSentences = {
  forgotten: '鍵を忘れました。 / The key is forgotten.',
  in_use:
    'この鍵で暗号化されたデータがあるため、忘れられません。鍵を設定に戻してください。 / Data is encrypted with this key. Put it back into the configuration.',
  unknown: 'その鍵は使われていません。 / There is no such key.',
} as const

const keyOptions = purposes.map((purpose) => `--${purpose}`)

let isHeard = true
// The reader may close the pipe (`| head`).
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isHeard = false
  })
}

const say = (line: string) => {
  if (isHeard) process.stdout.write(`${line}\n`)
}

const commands: Record<string, AnyCommand> = {
  serve: {
    help: 'サーバーを起動します(npm run build の後) / Start the server, once the pages are built',
    alone: async () => {
      await import('./main.ts')
      return fine
    },
  },
  doctor: {
    help: '設定・データベース・メール・保存先・時計・プロキシを確かめます / Check everything that a start needs',
    alone: async () => ((await examine(say)) ? fine : wrong),
  },
  backup: {
    help: 'データベースとファイルのバックアップを作ります / Make a backup of database and files',
    run: makeBackupNow,
  },
  'backup list': {
    help: 'バックアップの一覧 / The backups there are',
    alone: async () => ((await tellBackups(readConfig(), say)) ? fine : wrong),
  },
  'backup check': {
    help: 'バックアップをすべて読んで確かめます / Read everything in a backup   [--backup NAME]',
    takes: ['--backup'],
    alone: async (given) => tryBackup(readConfig(), given, say).then(() => fine),
  },
  restore: {
    help: 'バックアップを空のデータベースに戻します / Restore a backup into an empty database   [--help]',
    takes: restoreOptions,
    details: restoreHelp,
    alone: restoreAndProve,
  },
  'upgrade check': {
    help: '更新の前に: 何が走り、どの表が止まるか、動いているプロセス、空き、バックアップ / What an upgrade would do',
    alone: async () => ((await checkUpgrade(say)) ? fine : wrong),
  },
  'upgrade database': {
    help: '同梱の PostgreSQL を、この版のものに移します / Move the embedded PostgreSQL to the major of this release   [--from FOLDER] [--help]',
    takes: databaseOptions,
    details: databaseHelp,
    alone: async (given) =>
      moveDatabase(readConfig(), given, {
        say,
        prove: async (booted) =>
          (await proveBook(booted)) === fine && (await verifyLedgers(booted, new Map())) === fine,
      }).then(() => fine),
  },
  'source-maps upload': {
    help: '画面のソースマップを、エラーの送り先に送ります / Upload the source maps of the pages to Sentry   [--help]',
    details: sourceMapsHelp,
    alone: async () => {
      const { release, files } = await uploadSourceMaps(process.env)
      say(`${release}: ${files} ファイルを送りました。 / files were uploaded.`)
      return fine
    },
  },
  'ledger verify': {
    help: '古物台帳の連鎖を確かめます / Check the chain of the antique ledger   [--company N]',
    ...ofCompany,
    run: verifyLedgers,
  },
  'ledger checkpoint': {
    help: '台帳の今の末尾を控えファイルに書きます。失われていれば作り直します / Record where each chain ends, also after the file was lost   [--company N]',
    ...ofCompany,
    run: checkpointLedgers,
  },
  'book prove': {
    help: 'お金の帳簿が合っていることを確かめます / Prove that the books balance',
    run: proveBook,
  },
  'mail list': {
    help: '最近のメールの送信状況(宛先は出しません) / Recent mail and whether it was sent, without addresses',
    run: listMail,
  },
  'setup operator': {
    help: '空のデータベースに運営の会社と管理者を作ります / Create the operator in an empty database   [--help]',
    migrating: true,
    takes: setupOptions,
    details: setupHelp,
    check: (given) => {
      const operator = readOperator(given)
      return Array.isArray(operator) ? operator : []
    },
    run: makeOperator,
  },
  'setup administrator': {
    help: '2人で確認できない運営に管理者を加えます / Add an administrator to an operator without two   [--help]',
    takes: administratorOptions,
    details: administratorHelp,
    check: (given) => {
      const person = readAdministrator(given)
      return Array.isArray(person) ? person : []
    },
    run: makeAdministrator,
  },
  'second-factor reset': {
    help: '申し出のあった2段階認証の解除を、もう1人の管理者の代わりに確認します / Confirm a reset for a house of two   [--help]',
    takes: resetOptions,
    details: resetHelp,
    check: checkReset,
    run: resetFactor,
  },
  'catalogue load': {
    help: 'ブランド・カテゴリ・定型コメント・キャンペーンを登録します / Load brands, categories, templates, campaigns   [--help]',
    takes: loadOptions,
    details: loadHelp,
    check: (given) => [...checkCompany(given), ...checkLoad(given)],
    run: loadLists,
  },
  'analysis evaluate': {
    help: '写真の分析がどれだけ当たったかを表示します / How often suggestions were right   [--labels FOLDER] [--help]',
    takes: evaluateOptions,
    details: evaluateHelp,
    run: async (booted, given) => {
      for (const line of await evaluateAnalysis(booted, given)) say(line)
      return fine
    },
  },
  'analysis index': {
    help: '似た商品を探すため、これまでの写真を登録します / Index the photos there are, to find look-alikes',
    run: async ({ db, tools }) => {
      say(`${await indexMissing(db, tools)} 枚の写真を登録しました。 / photos were indexed.`)
      return fine
    },
  },
  'demo close': {
    help: '見本のログインからパスワードを外します / Disable the demo sign-ins',
    migrating: true,
    run: closeDemo,
  },
  'keys list': {
    help: 'データベースに使われている暗号化の鍵と、設定にあるかどうか / Keys this database was written with',
    bare: listKeys,
  },
  'keys forget': {
    help: '誤って設定した、使っていない鍵を忘れます / Forget a key that was never used   --field ID | --chain ID',
    takes: keyOptions,
    check: (given) =>
      [...given.values()].flat().filter((id) => id !== '').length === 1
        ? []
        : ['--field か --chain に鍵の id を1つ指定してください / name one key: --field ID or --chain ID'],
    bare: forgetNamedKey,
  },
  'keys export': {
    help: '鍵を、バックアップとは別に保管するファイルに書きます / Write the keys to a file of their own   [--help]',
    takes: ['--to'],
    details: keysHelp,
    check: (given) => needs(given, ['--to']),
    alone: async (given) => exportKeys(readConfig(), given).then(() => fine),
  },
  'keys read': {
    help: 'そのファイルから鍵を取り出します / Read the keys from such a file   [--help]',
    takes: keysOptions,
    details: keysHelp,
    check: (given) => needs(given, keysOptions),
    // Without a configuration, which may lack just these keys.
    alone: (given) => readKeys(given).then(() => fine),
  },
  'files adopt': {
    help: '今の保存先を、このデータベースのファイルとします / Use the configured file store for this database',
    migrating: true,
    bare: adoptFiles,
  },
  migrate: {
    help: 'データベースを最新にします / Apply pending migrations',
    migrating: true,
    run: async ({ pool }) => {
      for (const name of await loadReferenceData(pool)) say(`${name}: loaded`)
      say('データベースは最新です。 / The database is up to date.')
      return fine
    },
  },
  'seed demo': {
    help: '空のデータベースに見本を入れます / Put the demo data into an empty database',
    migrating: true,
    run: seedDemoData,
  },
}

const needs = (given: Given, options: readonly string[]): string[] =>
  options
    .filter((option) => !given.get(option)?.at(-1))
    .map((option) => `${option} にファイルの名前が必要です / needs the name of a file`)

const usage = () => {
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(20)}${help}`)
  return `使い方 / Usage: npm run okuru -- <command>\n\n${lines.join('\n')}

DATABASE_URL があればそのデータベースを、なければ OKURU_DATA_DIR のデータベースを使います。
Uses DATABASE_URL, or else the database in OKURU_DATA_DIR, also while the server is running.
終了コード / Exit codes: 0 = OK, 1 = 異常あり / something is wrong, 2 = 使い方 / usage, 3 = 失敗 / failure`
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    const command = args.filter((word) => word !== 'help' && !word.startsWith('--')).join(' ')
    const details = Object.hasOwn(commands, command) && commands[command]?.details
    say(details ? `npm run okuru -- ${command}\n\n${details}` : usage())
    return args.length === 0 ? misused : fine
  }
  const parsed = parse(args)
  if (typeof parsed === 'string') {
    process.stderr.write(`✖ ${parsed}\n\n${usage()}\n`)
    return misused
  }
  const { command, given } = parsed
  const problems = command.check?.(given) ?? []
  if (problems.length > 0) {
    for (const problem of problems) process.stderr.write(`✖ ${problem}\n`)
    process.stderr.write(`\n${command.details ?? usage()}\n`)
    return misused
  }
  try {
    return await runCommand(command, given)
  } catch (error) {
    process.stderr.write(`✖ ${explainFailure(error)}\n`)
    return error instanceof ConfigError ? misused : failed
  }
}

async function runCommand(command: AnyCommand, given: Given): Promise<number> {
  if ('alone' in command) return command.alone(given)
  const options = { say, migrating: command.migrating ?? false, joining: true }
  if ('bare' in command) {
    const opened = await open(options)
    return command.bare(opened, given).finally(opened.stop)
  }
  const booted = await boot(options)
  return command.run(booted, given).finally(booted.stop)
}

function parse(args: string[]): { command: AnyCommand; given: Given } | string {
  const words: string[] = []
  const given = new Map<string, string[]>()
  const rest = [...args]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--')) {
      const value = rest[0]?.startsWith('--') ? undefined : rest.shift()
      given.set(word, [...(given.get(word) ?? []), value ?? ''])
    } else words.push(word)
  }
  const name = words.join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return `わからない命令です / Unknown: ${name}`
  const odd = [...given.keys()].find((option) => !command.takes?.includes(option))
  if (odd !== undefined) return `${name} に ${odd} は付けられません / takes no ${odd}`
  return { command, given }
}

async function makeBackupNow({ db, tools }: Booted): Promise<number> {
  const { manifest, untidy } = await backUp(db, tools, ledgerCheckpoints)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${manifest.name}: ${rows} 行 / rows, ${manifest.files.count} ファイル / files`)
  if (untidy === null) return fine
  say(`古いバックアップを消せませんでした。 / Old backups could not be removed. ${(untidy as Error).message}`)
  return wrong
}

/** Brings an older backup up to date, and proves that books and ledgers are what they were. */
async function restoreAndProve(given: Given): Promise<number> {
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

async function makeOperator(booted: Booted, given: Given): Promise<number> {
  const operator = readOperator(given)
  if (Array.isArray(operator)) return misused
  const result = await setUpOperator(booted, operator)
  if (!result.done) {
    for (const problem of result.problems) process.stderr.write(`✖ ${problem}\n`)
    return wrong
  }
  say('運営の会社と管理者を作りました。 / The operator and its administrators were created.')
  if (result.categories > 0) {
    say(`商品のカテゴリを${result.categories}件用意しました。 / The item categories were loaded.`)
  }
  say(
    '次に、ブランドと定型コメントを登録してください。 / Next, load brands and templates: npm run okuru -- catalogue load',
  )
  for (const address of result.mailed) {
    say(`  ${address}: サーバーの起動後、パスワードを設定するリンクを送ります / the server mails the link`)
  }
  for (const { email, url } of result.links) {
    say(`  ${email}: パスワードを設定するリンク(3日間、1回) / link to set the password, for three days, once`)
    say(`    ${url}`)
  }
  say(
    'ログイン後、「会社」「利用規約」から店舗と規約を用意してください。 / Then sign in at /biz/login and set up companies and terms.',
  )
  return fine
}

async function makeAdministrator(booted: Booted, given: Given): Promise<number> {
  const person = readAdministrator(given)
  if (Array.isArray(person)) return misused
  const result = await addAdministrator(booted, person)
  if (!result.done) {
    process.stderr.write(`✖ ${result.problem}\n`)
    return wrong
  }
  say(
    `${person.email} を運営の管理者にしました。記録に残しました。 / is an administrator of the operator; recorded.`,
  )
  if (result.mailed)
    say('  サーバーの起動後、パスワードを設定するリンクを送ります / the server mails the link')
  if (result.link) {
    say('  パスワードを設定するリンク(3日間、1回) / link to set the password, for three days, once')
    say(`    ${result.link.url}`)
  }
  return fine
}

async function resetFactor(booted: Booted, given: Given): Promise<number> {
  const problem = await resetByServer(booted, given)
  if (problem) {
    process.stderr.write(`✖ ${problem}\n`)
    return wrong
  }
  say('2段階認証を解除しました。記録に残しました。 / The second factor was removed; recorded.')
  return fine
}

async function loadLists(booted: Booted, given: Given): Promise<number> {
  const { done, lines } = await runLoad(booted, given)
  for (const line of lines)
    if (done) say(line)
    else process.stderr.write(`✖ ${line}\n`)
  return done ? fine : wrong
}

async function verifyLedgers({ db, tools }: Booted, given: Given): Promise<number> {
  const company = companyOf(given)
  const all = await verifyAll(db, tools, { at: tools.clock.now() })
  const results = all.filter(({ company_id }) => company === undefined || company_id === company)
  if (results.length === 0) {
    say('対象の会社がありません。 / No such company.')
    return company === undefined ? fine : wrong
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

async function checkpointLedgers({ db, tools }: Booted, given: Given): Promise<number> {
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

async function proveBook({ db, tools }: Booted): Promise<number> {
  const proof = await prove(db, systemActor(tools.clock.now()), tools)
  say(`${proof.entry_count} 件の仕訳 / entries: ${proof.is_ok ? 'OK' : '合いません / does not balance'}`)
  for (const { name, expected, found, is_ok } of proof.checks) {
    say(`  ${is_ok ? 'OK ' : 'NG '} ${name}: ${found}${is_ok ? '' : ` (expected ${expected})`}`)
  }
  return proof.is_ok ? fine : wrong
}

async function listMail({ db }: Booted): Promise<number> {
  const mails = await db
    .selectFrom('mail')
    .select(['id', 'template', 'created_at', 'sent_at', 'failed_at', 'failure'])
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  for (const mail of mails) {
    const state = mail.failed_at ? `送れません / failed: ${mail.failure}` : '送信待ち / waiting'
    say(`${mail.id}  ${mail.created_at}  ${mail.template}  ${mail.sent_at ?? state}`)
  }
  if (mails.length === 0) say('メールはありません。 / No mail.')
  return fine
}

async function closeDemo({ db, tools }: Booted): Promise<number> {
  const closed = await closeDemoAccounts(db, tools.clock.now())
  say(`見本のログインを${closed}件閉じました。 / ${closed} demo sign-ins are closed.`)
  return fine
}

async function seedDemoData({ config, db, pool, tools }: Booted): Promise<number> {
  const known = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (known || !config.demo) {
    say(
      '見本は、本番でない空のデータベースにだけ入れられます。 / Allowed only in an empty database outside production.',
    )
    return wrong
  }
  const seed = await demoSeed()
  if (!seed) {
    say('この版には見本のデータがありません。 / This installation contains no demo data.')
    return failed
  }
  await loadReferenceData(pool)
  await seed(db, tools)
  say('見本のデータを入れました。 / The demo data was loaded.')
  return fine
}

async function listKeys({ pool, config }: Opened): Promise<number> {
  const keys = await knownKeyStates(pool, config)
  for (const { purpose, id, since, is_configured } of keys) {
    say(`${purpose}  ${id}  ${since}  ${is_configured ? 'OK' : '設定にありません / not configured'}`)
  }
  if (keys.length === 0) say('鍵はまだ使われていません。 / No key has been used yet.')
  return keys.every(({ is_configured }) => is_configured) ? fine : wrong
}

async function forgetNamedKey({ pool }: Opened, given: Given): Promise<number> {
  for (const purpose of purposes) {
    const id = given.get(`--${purpose}`)?.at(-1)
    if (!id) continue
    const outcome = await forgetKey(pool, { purpose, id }, chainKeysInUse)
    say(forgetSentences[outcome])
    return outcome === 'forgotten' ? fine : wrong
  }
  return misused
}

async function adoptFiles({ pool, config }: Opened): Promise<number> {
  await adoptFileStore({ pool, files: createFileStore(config), config, at: systemClock.now() })
  say('今の保存先を、このデータベースのファイルとしました。 / This database now uses this file store.')
  return fine
}

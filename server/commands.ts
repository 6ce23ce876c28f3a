import { indexMissing } from '#server/domains/analysis/look-alike.service'
import { ledgerCheckpoints } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { backUp } from '#server/platform/backup-run'
import { readConfig } from '#server/platform/config'
import {
  exportKeys,
  keysHelp,
  keysOptions,
  readKeys,
  restoreHelp,
  restoreOptions,
  tellBackups,
  tryBackup,
} from './backup-commands.ts'
import type { Booted } from './boot.ts'
import { type AnyCommand, fine, type Given, say, wrong } from './command.ts'
import { checkReset, resetHelp, resetOptions } from './confirm-factor-reset.ts'
import { examine } from './doctor.ts'
import { evaluateAnalysis, evaluateHelp, evaluateOptions } from './evaluate-analysis.ts'
import { adoptFiles, forgetNamedKey, keyOptions, listKeys } from './key-commands.ts'
import { checkLoad, loadHelp, loadOptions } from './load-catalogue.ts'
import {
  checkCompany,
  checkpointLedgers,
  ofCompany,
  proveBook,
  restoreAndProve,
  verifyLedgers,
} from './proof-commands.ts'
import { loadReferenceData } from './seed/reference.ts'
import { administratorHelp, administratorOptions, readAdministrator } from './setup-administrator.ts'
import {
  closeDemo,
  loadLists,
  makeAdministrator,
  makeOperator,
  resetFactor,
  seedDemoData,
} from './setup-commands.ts'
import { readOperator, setupHelp, setupOptions } from './setup-operator.ts'
import { sourceMapsHelp, uploadSourceMaps } from './source-maps.ts'
import { checkUpgrade } from './upgrade-check.ts'
import { databaseHelp, databaseOptions, moveDatabase } from './upgrade-commands.ts'

export const commands: Record<string, AnyCommand> = {
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
    alone: async (given) => exportKeys(readConfig(), given, say).then(() => fine),
  },
  'keys read': {
    help: 'そのファイルから鍵を取り出します / Read the keys from such a file   [--help]',
    takes: keysOptions,
    details: keysHelp,
    check: (given) => needs(given, keysOptions),
    // Without a configuration, which may lack just these keys.
    alone: (given) => readKeys(given, say).then(() => fine),
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

async function makeBackupNow({ db, tools }: Booted): Promise<number> {
  const { manifest, untidy } = await backUp(db, tools, ledgerCheckpoints)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${manifest.name}: ${rows} 行 / rows, ${manifest.files.count} ファイル / files`)
  if (untidy === null) return fine
  say(`古いバックアップを消せませんでした。 / Old backups could not be removed. ${(untidy as Error).message}`)
  return wrong
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

import { type Booted, demoSeed } from './boot.ts'
import { failed, fine, type Given, misused, say, wrong } from './command.ts'
import { resetByServer } from './confirm-factor-reset.ts'
import { closeDemoAccounts } from './demo-sign-ins.ts'
import { runLoad } from './load-catalogue.ts'
import { loadReferenceData } from './seed/reference.ts'
import { addAdministrator, readAdministrator } from './setup-administrator.ts'
import { readOperator, setUpOperator } from './setup-operator.ts'

export async function makeOperator(booted: Booted, given: Given): Promise<number> {
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

export async function makeAdministrator(booted: Booted, given: Given): Promise<number> {
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

export async function resetFactor(booted: Booted, given: Given): Promise<number> {
  const problem = await resetByServer(booted, given)
  if (problem) {
    process.stderr.write(`✖ ${problem}\n`)
    return wrong
  }
  say('2段階認証を解除しました。記録に残しました。 / The second factor was removed; recorded.')
  return fine
}

export async function loadLists(booted: Booted, given: Given): Promise<number> {
  const { done, lines } = await runLoad(booted, given)
  for (const line of lines)
    if (done) say(line)
    else process.stderr.write(`✖ ${line}\n`)
  return done ? fine : wrong
}

export async function closeDemo({ db, tools }: Booted): Promise<number> {
  const closed = await closeDemoAccounts(db, tools.clock.now())
  say(`見本のログインを${closed}件閉じました。 / ${closed} demo sign-ins are closed.`)
  return fine
}

export async function seedDemoData({ config, db, pool, tools }: Booted): Promise<number> {
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

import { createCipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makeWebhook } from '#server/domains/webhook/webhook.factory'
import { allTasks, sealedColumns } from '#server/jobs'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { contracted } from '../../tests/support/steps.ts'
import { makeWorld, type World } from '../../tests/support/world.ts'
import type { NamedKey } from './config-values.ts'
import { createFieldCipher, FieldCipherError } from './field-cipher.ts'

const key: NamedKey = { id: 'f1', key: randomBytes(32) }
let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  t.tools.keys.field = createFieldCipher([key])
  w = await makeWorld(t)
  await contracted(t, w)
  const asked = await t.ask('POST /api/transfer/', { token: w.hanako.token, body: {} })
  expect(asked.status).toBe(201)
  const seal = (text: string, column: string) =>
    t.tools.keys.field.encrypt(text, `bank_account.${column}`, w.hanako.bank_account)
  await t.pool.query('update bank_account set yucho_symbol_enc = $1, yucho_number_enc = $2', [
    seal('10140', 'yucho_symbol_enc'),
    seal('12345671', 'yucho_number_enc'),
  ])
  const ne = 'next_engine_connection'
  const { rows } = await t.pool.query<{ id: number }>(`select nextval('${ne}_id_seq')::int as id`)
  const token = (name: string) =>
    t.tools.keys.field.encrypt(name, `${ne}.${name}_token_enc`, rows[0]?.id ?? 0)
  await t.pool.query(
    `insert into ${ne} (id, company_id, state, ne_company_id, access_token_enc, refresh_token_enc, access_until, refresh_until,
       connected_by, connected_at) values ($1, $2, 'connected', '1', $3, $4, now(), now(), $5, now())`,
    [rows[0]?.id, w.aoyama.company, token('access'), token('refresh'), w.aoyama.admin.id],
  )
  const paper = await makeIdentitySession(t.db, t.tools, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
  })
  const [url, result] = ['url_enc', 'result_enc'].map((column) =>
    t.tools.keys.field.encrypt('kept of a check', `identity_check.${column}`, 1),
  )
  await t.pool.query(
    `insert into identity_check (id, session_id, reference, provider_id, state, company_ids, url_enc, result_enc, created_at, updated_at)
     overriding system value values (1, $1, 'reference', 'provider', 'submitted', '{}', $2, $3, now(), now())`,
    [paper.session, url, result],
  )
  const { id: endpoint } = await makeWebhook(t.db, t.tools, {
    company_id: w.aoyama.company,
    created_by: w.aoyama.admin.id,
  })
  const before = t.tools.keys.field.encrypt('whsec_', 'webhook_endpoint.previous_secret_enc', endpoint)
  await t.pool.query('update webhook_endpoint set previous_secret_enc = $1, previous_until = now()', [before])
  const { account_id: staff } = w.aoyama.staff
  await t.pool.query('insert into totp_factor (account_id, secret_enc, created_at) values ($1, $2, now())', [
    staff,
    t.tools.keys.field.encrypt('JBSWY3DPEHPK3PXP', 'totp_factor.secret_enc', staff),
  ])
})
afterAll(() => t.close())

/** The format from before values were bound to rows. */
function sealUnbound(value: string | Buffer, context: string): Buffer {
  const header = Buffer.concat([Buffer.from([1, key.id.length]), Buffer.from(key.id)])
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', key.key, '', 'okuru field encryption', 32)))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  cipher.setAAD(Buffer.concat([header, Buffer.from(context)]))
  const body = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), body])
}

interface Value {
  id: number
  row: string
  sealed: Buffer
}
const boundTo: Readonly<Record<string, string>> = {
  antique_ledger_person: "encode(salt, 'hex')",
  totp_factor: 'account_id::text',
}
const rowOf = (table: string) => boundTo[table] ?? 'id::text'
async function valuesOf(table: string, column: string): Promise<Value[]> {
  const { rows } = await t.pool.query<Value>(
    `select id, ${rowOf(table)} as row, ${column} as sealed from ${table} where ${column} is not null order by id`,
  )
  return rows
}

test('every column of encrypted values is known to the job', async () => {
  const { rows } = await t.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_enc'`,
  )
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    rows.map(({ place }) => place).sort(),
  )
})

test('a value moved to another row of its column is not read there', async () => {
  await t.pool.query(`insert into customer (account_id, birthday_enc, created_at, updated_at)
    select a.id, (select birthday_enc from customer where id = ${w.hanako.id}), now(), now()
    from account a where a.kind = 'business' limit 1`)
  const { rows } = await t.pool.query('select id, birthday_enc from customer order by id desc limit 1')
  const { field } = t.tools.keys
  const [own] = await valuesOf('customer', 'birthday_enc')
  expect(field.decrypt(own?.sealed as Buffer, 'customer.birthday_enc', w.hanako.id)).toBe('1990-05-17')
  expect(() => field.decrypt(rows[0].birthday_enc, 'customer.birthday_enc', rows[0].id)).toThrow(
    FieldCipherError,
  )
  await t.pool.query('delete from customer where id = $1', [rows[0].id])
})

test('a bank account whose number was swapped for another row’s is not shown to its owner', async () => {
  const [{ sealed: own } = { sealed: Buffer.alloc(0) }] = await valuesOf('bank_account', 'account_number_enc')
  const foreign = t.tools.keys.field.encrypt('9999999', 'bank_account.account_number_enc', 999_999)
  const read = () => t.ask(`GET /api/customers/${w.hanako.id}/banckaccount/`, { token: w.hanako.token })
  await t.pool.query('update bank_account set account_number_enc = $1', [foreign])
  expect((await read()).status).toBe(500)
  await t.pool.query('update bank_account set account_number_enc = $1', [own])
  expect((await read()).status).toBe(200)
})

test('values of the earlier form are read as before, and sealed anew in the night with what they say', async () => {
  const plain = new Map<string, string[]>()
  for (const { table, column } of sealedColumns) {
    const place = `${table}.${column}`
    const texts: string[] = []
    for (const { id, row, sealed } of await valuesOf(table, column)) {
      const value = t.tools.keys.field.decryptBytes(sealed, place, row)
      texts.push(value.toString('hex'))
      await t.pool.query(`update ${table} set ${column} = $1 where id = $2`, [sealUnbound(value, place), id])
    }
    plain.set(place, texts)
  }
  expect([...plain.values()].every((texts) => texts.length > 0)).toBe(true)
  const account = await t.ask(`GET /api/customers/${w.hanako.id}/banckaccount/`, { token: w.hanako.token })
  expect(account.status).toBe(200)

  const newer = createFieldCipher([{ id: 'f2', key: randomBytes(32) }, key])
  await allTasks(t.db, { ...t.tools, keys: { ...t.tools.keys, field: newer } })['field.reseal']({})
  for (const { table, column } of sealedColumns) {
    const place = `${table}.${column}`
    const values = await valuesOf(table, column)
    expect(values.every(({ sealed }) => sealed.indexOf(newer.start) === 0)).toBe(true)
    const opened = values.map(({ sealed, row }) => newer.decryptBytes(sealed, place, row).toString('hex'))
    expect(opened).toEqual(plain.get(place))
  }
})

test('a value that does not open stays as it is and is told of, the others go on', async () => {
  const newest = createFieldCipher([{ id: 'f3', key: randomBytes(32) }, key])
  await t.pool.query('update customer set birthday_enc = $1 where id = $2', [
    sealUnbound('1990-05-17', 'another.column'),
    w.hanako.id,
  ])
  const job = allTasks(t.db, { ...t.tools, keys: { ...t.tools.keys, field: newest } })['field.reseal']
  await expect(job({})).rejects.toThrow('failed')
})

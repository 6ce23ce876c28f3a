import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, openPool, type TestDatabase } from '../../tests/support/database.ts'
import { dumpSchema } from './schema-dump.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createEmptyDatabase()
  pool = openPool(database.url)
  await pool.query(`
    create table shop (id bigint generated always as identity primary key, name text not null default 'a');
    comment on table shop is 'where goods go';
    create table box (
      id bigint primary key,
      shop_id bigint not null references shop,
      grams integer check (grams > 0),
      kilos numeric generated always as (grams / 1000.0) stored);
    create unique index box_shop on box (shop_id) where grams is not null;
    create function refuse() returns trigger language plpgsql as 'begin raise exception $$no$$; end';
    create trigger box_kept before delete on box for each row execute function refuse();`)
})

afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

test('writes every kind of object', async () => {
  const text = await dumpSchema(pool)
  expect(text).toContain(`create table box (
  id bigint not null,
  shop_id bigint not null,
  grams integer,
  kilos numeric generated always as (((grams)::numeric / 1000.0)) stored,
  constraint box_pkey PRIMARY KEY (id),
  constraint box_grams_check CHECK (grams > 0),
  constraint box_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shop(id)
);`)
  expect(text).toContain(`-- where goods go
create table shop (
  id bigint generated always as identity not null,
  name text default 'a'::text not null,`)
  expect(text).toMatch(/CREATE UNIQUE INDEX box_shop ON (public\.)?box .*WHERE \(grams IS NOT NULL\);/)
  expect(text).toContain('CREATE OR REPLACE FUNCTION public.refuse()')
  expect(text).toMatch(/CREATE TRIGGER box_kept BEFORE DELETE ON box .*refuse\(\);/)
})

test('is the same for the same schema and different after any change', async () => {
  const before = await dumpSchema(pool)
  expect(await dumpSchema(pool)).toBe(before)
  await pool.query('alter table box alter grams set not null')
  expect(await dumpSchema(pool)).not.toBe(before)
})

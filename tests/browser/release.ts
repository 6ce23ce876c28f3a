import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { webFolder } from '#server/platform/web'
import { eventually } from './browse.ts'

/** A copy of the built pages, which a test may change. */
export async function copyOfPages(): Promise<string> {
  const web = await mkdtemp(path.join(os.tmpdir(), 'okuru-web-'))
  await cp(webFolder, web, { recursive: true })
  return web
}

export const removePages = (web: string): Promise<void> => rm(web, { recursive: true, force: true })

export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await eventually(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

export const releaseOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[data-release]')?.dataset.release)

/** Paths of everything the workers have cached. */
export const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
    return urls
  })

const workers: readonly string[] = ['worker.js', 'biz/worker.js']

/** A deployment: other file names, the old files deleted. */
export async function deploy(web: string): Promise<void> {
  const assets = await readdir(path.join(web, 'assets'))
  const renamed = new Map<string, string>()
  for (const name of assets.filter((file) => /^requests\.page-.*\.js$/.test(file)))
    renamed.set(name, name.replace(/-[^-]+\.js$/, '-deployed.js'))
  for (const [old, next] of renamed)
    await rename(path.join(web, 'assets', old), path.join(web, 'assets', next))
  const documents = await readdir(path.join(web, 'documents'), { recursive: true })
  const texts = [
    'index.html',
    ...documents.filter((file) => file.endsWith('.html')).map((file) => `documents/${file}`),
    ...workers,
    ...assets.filter((file) => file.endsWith('.js')).map((file) => `assets/${renamed.get(file) ?? file}`),
  ]
  for (const file of texts) {
    const place = path.join(web, file)
    let text = await readFile(place, 'utf8')
    const before = text
    for (const [old, next] of renamed) text = text.replaceAll(old, next)
    if (!file.startsWith('assets/')) text = text.replaceAll(/(data-release=\\?")\w+/g, '$1deployed')
    if (workers.includes(file)) text = text.replace(/"version":"\w+"/, '"version":"deployed"')
    if (text === before) continue
    await writeFile(place, text)
    for (const ending of ['.br', '.gz']) await rm(`${place}${ending}`, { force: true })
  }
  for (const name of renamed.keys())
    for (const ending of ['.br', '.gz'])
      await rm(path.join(web, 'assets', `${name}${ending}`), { force: true })
}

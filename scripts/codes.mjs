// Forbids bare status numbers outside contract/, and decisions based on words in Japanese text.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './tools.mjs'

const column = '(?:request_|item_|ekyc_|from_|to_)?status|(?:request|item|ekyc|from|to)Status'
const bare = new RegExp(
  `\\b(?:${column})\\b\\s*(?:===|!==|<>|<=|>=|=|<|>|in|not in)\\s*\\(?\\s*-?\\d{1,2}(?!\\d)`,
  'g',
)
const bySentence =
  /\.(?:includes|startsWith|indexOf|search)\(\s*['"`][^'"`)]*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

const files = ['server/domains', 'web/features', 'web/app'].flatMap((part) =>
  fs
    .readdirSync(path.join(root, part), { recursive: true })
    .map((name) => path.posix.join(part, String(name).replaceAll(path.sep, '/')))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|factory)\.|\.d\.ts$/.test(name)),
)
const found = files.flatMap((name) =>
  fs
    .readFileSync(path.join(root, name), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(bare), ...line.matchAll(bySentence)].map(([text]) => `${name}:${index + 1} ${text}`),
    ),
)
for (const line of found) console.error(line)
console.log(`${files.length} files, ${found.length} codes written as numbers or decided by a sentence`)
process.exit(found.length > 0 || files.length < 100 ? 1 : 0)

import { ConfigError } from '#server/platform/config'
import { boot, open } from './boot.ts'
import { type AnyCommand, failed, fine, type Given, misused, say } from './command.ts'
import { commands } from './commands.ts'
import { explainFailure } from './start-failure.ts'

const usage = () => {
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(20)}${help}`)
  return `使い方 / Usage: npm run okuru -- <command>\n\n${lines.join('\n')}

DATABASE_URL があればそのデータベースを、なければ OKURU_DATA_DIR のデータベースを使います。
Uses DATABASE_URL, or else the database in OKURU_DATA_DIR, also while the server is running.
終了コード / Exit codes: 0 = OK, 1 = 異常あり / something is wrong, 2 = 使い方 / usage, 3 = 失敗 / failure`
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    const command = args.filter((word) => word !== 'help' && !word.startsWith('--')).join(' ')
    const details = Object.hasOwn(commands, command) && commands[command]?.details
    say(details ? `npm run okuru -- ${command}\n\n${details}` : usage())
    return args.length === 0 ? misused : fine
  }
  const parsed = parse(args)
  if (typeof parsed === 'string') {
    process.stderr.write(`✖ ${parsed}\n\n${usage()}\n`)
    return misused
  }
  const { command, given } = parsed
  const problems = command.check?.(given) ?? []
  if (problems.length > 0) {
    for (const problem of problems) process.stderr.write(`✖ ${problem}\n`)
    process.stderr.write(`\n${command.details ?? usage()}\n`)
    return misused
  }
  try {
    return await runCommand(command, given)
  } catch (error) {
    process.stderr.write(`✖ ${explainFailure(error)}\n`)
    return error instanceof ConfigError ? misused : failed
  }
}

async function runCommand(command: AnyCommand, given: Given): Promise<number> {
  if ('alone' in command) return command.alone(given)
  const options = { say, migrating: command.migrating ?? false, joining: true }
  if ('bare' in command) {
    const opened = await open(options)
    return command.bare(opened, given).finally(opened.stop)
  }
  const booted = await boot(options)
  return command.run(booted, given).finally(booted.stop)
}

function parse(args: string[]): { command: AnyCommand; given: Given } | string {
  const words: string[] = []
  const given = new Map<string, string[]>()
  const rest = [...args]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--')) {
      const value = rest[0]?.startsWith('--') ? undefined : rest.shift()
      given.set(word, [...(given.get(word) ?? []), value ?? ''])
    } else words.push(word)
  }
  const name = words.join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return `わからない命令です / Unknown: ${name}`
  const odd = [...given.keys()].find((option) => !command.takes?.includes(option))
  if (odd !== undefined) return `${name} に ${odd} は付けられません / takes no ${odd}`
  return { command, given }
}

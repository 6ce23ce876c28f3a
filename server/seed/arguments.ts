/** For commands without arguments: a request for help or a typo must not fill a database. */
export function checkArguments(args: readonly string[], help: string): boolean {
  if (args.length === 0) return true
  if (args.includes('--help') || args[0] === 'help') {
    process.stdout.write(`${help}\n`)
    return false
  }
  process.stderr.write(`✖ わからない指定です / Unknown: ${args.join(' ')}\n\n${help}\n`)
  process.exitCode = 2
  return false
}

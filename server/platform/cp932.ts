// CP932 (Windows Shift_JIS). Node only decodes it, so the encoder inverts the decoder's table.

// Lead bytes of vendor duplicates and the private area; writers use neither.
const unusedLeads = new Set([0xed, 0xee, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9])

function buildTable(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis')
  const table = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes))
    if ([...char].length === 1 && char !== '\uFFFD' && !table.has(char)) table.set(char, bytes)
  }
  for (let byte = 0; byte <= 0x7f; byte += 1) add([byte])
  for (let byte = 0xa1; byte <= 0xdf; byte += 1) add([byte])
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if ((lead >= 0xa0 && lead <= 0xdf) || unusedLeads.has(lead)) continue
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) add([lead, trail])
  }
  return table
}

let table: ReadonlyMap<string, readonly number[]> | undefined

// Lookalikes with other code points on Macs and in standards.
const twins = new Map([
  ['〜', '～'],
  ['−', '－'],
  ['‖', '∥'],
  ['—', '―'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['¥', '￥'],
])

function bytesOf(char: string): readonly number[] | undefined {
  table ??= buildTable()
  return table.get(char) ?? table.get(twins.get(char) ?? '')
}

export interface UnmappableChar {
  char: string
  suggestion?: string
}

export function unmappableIn(text: string): UnmappableChar[] {
  const lost = [...new Set(text)].filter((char) => bytesOf(char) === undefined)
  return lost.map((char) => {
    const plain = char.normalize('NFKD').replace(/\p{M}/gu, '')
    const usable = plain !== '' && [...plain].every((part) => bytesOf(part) !== undefined)
    return usable ? { char, suggestion: plain } : { char }
  })
}

export function encodeCp932(text: string): Uint8Array {
  const bytes: number[] = []
  for (const char of text) {
    const encoded = bytesOf(char)
    if (encoded === undefined) throw new RangeError(`Not in CP932: ${JSON.stringify(char)}`)
    bytes.push(...encoded)
  }
  return Uint8Array.from(bytes)
}

/** A text in three parts: what both share at the beginning, what differs, what both share at the end. */
export interface Marked {
  start: string
  differs: string
  end: string
}

/** Marks in `text` what is not in `other`, letter by letter from both ends. */
export function markedAgainst(text: string, other: string): Marked {
  const [own, their] = [[...text], [...other]]
  const most = Math.min(own.length, their.length)
  let start = 0
  while (start < most && own[start] === their[start]) start += 1
  let end = 0
  while (end < most - start && own.at(-1 - end) === their.at(-1 - end)) end += 1
  return {
    start: own.slice(0, start).join(''),
    differs: own.slice(start, own.length - end).join(''),
    end: own.slice(own.length - end).join(''),
  }
}

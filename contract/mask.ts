/** Removes addresses, tokens and queries from free text such as stack traces. */
export function maskText(text: string): string {
  return text
    .replace(/\?[\w.[\]%-]+=[^\s"'<>]*/g, '?[query]')
    .replace(/[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[mail]')
    .replace(/(?:%[0-9A-Fa-f]{2}){3,}/g, '[encoded]')
    .replace(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]')
    .replace(/\b(Bearer|Basic)\s+[^\s"']+/gi, '$1 [token]')
    .replace(/(?<![\w.:-])(?!\d{4}-\d\d-\d\d(?!\d|-))\+?\d[\d-]{6,}\d(?![\w:-])/g, '[number]')
}

/** For messages: our own are ASCII, so other characters are somebody's data. */
export function maskProse(text: string): string {
  return maskText(text).replace(/[^\p{ASCII}]+/gu, '[text]')
}

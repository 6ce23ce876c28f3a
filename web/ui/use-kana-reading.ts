import { type CompositionEvent, useRef } from 'react'
import { isKana, toFullKatakana } from '#contract/text'

/** The kana of a composition in progress; romaji not yet turned into kana is left off its end. */
function readingOf(data: string): string | undefined {
  const kana = data.replace(/[a-zａ-ｚ]+$/i, '')
  return kana !== '' && isKana(kana) ? toFullKatakana(kana) : undefined
}

/**
 * Hears from the IME how a name is read. While somebody types や・やま・やまだ the composition is kana;
 * the moment it becomes 山田 the last kana heard was its reading.
 */
export function useKanaReading(onReading: (reading: string, replaces: boolean) => void) {
  const heard = useRef('')
  return {
    onCompositionStart: () => {
      heard.current = ''
    },
    onCompositionUpdate: (event: CompositionEvent<HTMLInputElement>) => {
      const reading = readingOf(event.data)
      if (reading !== undefined) heard.current = reading
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const reading = readingOf(event.data) ?? heard.current
      heard.current = ''
      // An empty end is a cancelled composition: nothing was written, nothing is read.
      if (event.data !== '' && reading !== '') onReading(reading, event.currentTarget.value === event.data)
    },
  }
}

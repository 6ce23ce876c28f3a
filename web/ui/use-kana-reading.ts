import { type CompositionEvent, useRef } from 'react'
import { isKana, toFullKatakana } from '#contract/text'

/** The kana of a composition in progress, without romaji not yet converted at its end. */
function readingOf(data: string): string | undefined {
  const kana = data.replace(/[a-zａ-ｚ]+$/i, '')
  return kana !== '' && isKana(kana) ? toFullKatakana(kana) : undefined
}

/** Reads a name's kana from the IME: the last kana of the composition before it becomes kanji (や・やま・やまだ → 山田). */
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
      if (event.data !== '' && reading !== '') onReading(reading, event.currentTarget.value === event.data)
    },
  }
}

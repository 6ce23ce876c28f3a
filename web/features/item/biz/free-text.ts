import { useDraft } from '#web/lib/draft.ts'

export type ChosenField = 'brand' | 'category'
type Texts = Partial<Record<ChosenField, string>>

export type FreeText = {
  texts: Texts
  put: (field: ChosenField, text: string | undefined) => void
  fields: readonly ChosenField[]
}

const none: Readonly<Record<string, Texts>> = {}

/** Free text in brand and category, kept per item and across reloads. It blocks finishing the item. */
export function useFreeText(request: number) {
  const { value, setValue, clear } = useDraft(`bench-unchosen:${request}`, none)
  return {
    drafts: value,
    of(slug: string): FreeText {
      const texts = value[slug] ?? {}
      return {
        texts,
        fields: (['brand', 'category'] as const).filter((field) => (texts[field] ?? '').trim() !== ''),
        put(field, text) {
          const { [slug]: _before, ...others } = value
          const { [field]: old, ...rest } = texts
          if (old === text) return
          const next = text === undefined ? rest : { ...rest, [field]: text }
          const all = Object.keys(next).length > 0 ? { ...others, [slug]: next } : others
          if (Object.keys(all).length > 0) setValue(all)
          else clear()
        },
      }
    },
  }
}

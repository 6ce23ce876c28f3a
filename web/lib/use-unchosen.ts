import { useDraft } from './draft.ts'

type Texts<Field extends string> = Partial<Record<Field, string>>

export type Unchosen<Field extends string> = {
  texts: Texts<Field>
  put: (field: Field, text: string | undefined) => void
  /** Those that have a text. */
  fields: readonly Field[]
}

/** Typed text that no option was chosen for, kept per row and across reloads. It blocks finishing the row. */
export function useUnchosen<Field extends string>(key: string) {
  const none: Readonly<Record<string, Texts<Field>>> = nothing
  const { value, setValue, clear } = useDraft(key, none)
  return {
    drafts: value,
    of(slug: string): Unchosen<Field> {
      const texts: Texts<Field> = value[slug] ?? {}
      return {
        texts,
        fields: (Object.keys(texts) as Field[]).filter((field) => (texts[field] ?? '').trim() !== ''),
        put(field, text) {
          const { [slug]: _before, ...others } = value
          const { [field]: old, ...rest } = texts
          if (old === text) return
          const next = (text === undefined ? rest : { ...rest, [field]: text }) as Texts<Field>
          const all = Object.keys(next).length > 0 ? { ...others, [slug]: next } : others
          if (Object.keys(all).length > 0) setValue(all)
          else clear()
        },
      }
    },
  }
}

const nothing = {}

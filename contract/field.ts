import * as z from 'zod'

/** Building blocks of the wire's schemas. Messages come from `messages.ts`, so none are written here. */

/** Text, trimmed; blank is refused. */
export const text = (max: number) => z.string().trim().min(1).max(max)
/** Text, trimmed; blank is allowed. */
export const maybeText = (max: number) => z.string().trim().max(max)
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)
/** Whole yen. */
export const yen = z.int().min(-999_999_999_999).max(999_999_999_999)
export const yenFrom = (min: number) => z.int().min(min).max(9_999_999_999)
/** A day of the calendar. There was no year 0, and the database keeps none. */
export const date = z.iso.date().refine((value) => !value.startsWith('0000'), {
  params: { rule: 'filter_date' },
  when: ({ issues }) => issues.length === 0,
})
/** ISO 8601 with offset, for example 2026-11-21T11:27:11.364455+09:00. */
export const dateTime = z.string()
export const email = z.string().trim().max(254).pipe(z.email())
export const password = z.string().min(1).max(256)
export const version = z.int().min(0)

/** A numeric code set: accepts its numbers only. */
export function code<T extends Record<number, string>>(set: T) {
  const values = Object.keys(set).map(Number)
  return z.literal(values as unknown as Extract<keyof T, number>[])
}

// --- Query parameters: an empty value switches the filter off; unknown parameters are ignored. ---

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const lastOf = (value: unknown): unknown => blankIsAbsent(Array.isArray(value) ? value.at(-1) : value)

/** `described` is what documents say of it: the schema itself also takes what a query string makes of a value. */
function parameter<S extends z.ZodType>(schema: S, described: z.GlobalMeta = { type: 'string' }) {
  return z.preprocess(lastOf, schema.optional()).meta(described) as unknown as z.ZodOptional<
    z.ZodType<z.output<S>, z.input<S> | string | number | boolean>
  >
}

export const query = {
  text: parameter(z.string().trim().max(200)),
  /** Words, or codes of any kind, also several pasted at once. */
  search: parameter(z.string().trim().max(2000)),
  int: parameter(
    z.union([z.string(), z.number()]).transform((value, context) => {
      const number =
        typeof value === 'number' ? value : /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : Number.NaN
      if (Number.isSafeInteger(number)) return number
      context.addIssue({ code: 'custom', params: { rule: 'filter_number' } })
      return z.NEVER
    }),
    { type: 'integer' },
  ),
  date: parameter(
    z.string().transform((value, context) => {
      if (date.safeParse(value.trim()).success) return value.trim()
      context.addIssue({ code: 'custom', params: { rule: 'filter_date' } })
      return z.NEVER
    }),
    { type: 'string', format: 'date' },
  ),
  /** A bad boolean switches the filter off, like an empty one. */
  bool: z
    .preprocess((value) => {
      const last = lastOf(value)
      if (last === true || last === 'true' || last === 'True' || last === '1' || last === 1) return true
      if (last === false || last === 'false' || last === 'False' || last === '0' || last === 0) return false
      return undefined
    }, z.boolean().optional())
    .meta({ type: 'boolean' }) as unknown as z.ZodOptional<z.ZodType<boolean, boolean | string>>,
  code<T extends Record<number, string>>(set: T) {
    return parameter(
      z.union([z.string(), z.number()]).transform((value, context) => {
        const number = /^-?\d+$/.test(String(value)) ? Number(value) : Number.NaN
        if (Object.hasOwn(set, number)) return number as Extract<keyof T, number>
        context.addIssue({ code: 'custom', params: { rule: 'filter_choice', value } })
        return z.NEVER
      }),
      { type: 'integer', enum: Object.keys(set).map(Number) },
    )
  },
  choice<const T extends readonly string[]>(values: T) {
    return parameter(
      z.string().transform((value, context) => {
        if ((values as readonly string[]).includes(value)) return value as T[number]
        context.addIssue({ code: 'custom', params: { rule: 'filter_choice', value } })
        return z.NEVER
      }),
      { type: 'string', enum: [...values] },
    )
  },
  /** Comma-separated fields, `-` for descending; unknown fields are dropped by the server's own list. */
  ordering: parameter(z.string().max(200)),
}

/** Paging by page and size. Values are read leniently by the server (a bad size is the default, a bad page 404). */
export const paged = {
  page: parameter(z.union([z.string(), z.number()]), { type: 'string' }),
  size: parameter(z.union([z.string(), z.number()]), { type: 'integer' }),
}

/** Paging by limit and offset; `page` and `size` are understood too. */
export const windowed = {
  limit: parameter(z.union([z.string(), z.number()]), { type: 'integer' }),
  offset: parameter(z.union([z.string(), z.number()]), { type: 'integer' }),
}

/** The page object of a list. `count` is always exact. */
export function page<T extends z.ZodType>(row: T) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })
}

export const address = z.object({
  postal_code: maybeText(8),
  prefecture: maybeText(4),
  city: maybeText(60),
  address1: maybeText(100),
  address2: maybeText(100),
})

/** A photo or paper as the reader gets it: a signed address that expires. */
export const picture = z.object({
  id,
  url: z.string(),
  thumbnail_url: z.string(),
  kind: z.string(),
  caption: z.string(),
})

/** A line of the history that this reader may see. */
export const historyLine = z.object({
  id,
  from_status: z.int().nullable(),
  to_status: z.int(),
  actor: z.string(),
  reason: z.string(),
  at: dateTime,
})

/** A move the reader may make now: target status and the verb on the button. */
export const move = z.object({ to: z.int(), label: z.string(), needs: z.array(z.string()) })

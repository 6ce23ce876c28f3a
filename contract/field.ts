import * as z from 'zod'
import { gradeBandLabel, grades } from './codes.ts'

/** Trimmed; blank is refused. */
export const text = (max: number) => z.string().trim().min(1).max(max)
/** Trimmed; blank is allowed. */
export const maybeText = (max: number) => z.string().trim().max(max)

// Integers by meaning. Other files use these, so that codes and plain numbers stay distinct in the documentation.
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)
export const count = z.int().min(0)
export const countFrom = (min: number, max: number) => z.int().min(min).max(max)
export const yen = z.int()
export const yenFrom = (min: number, max = 9_999_999_999) => z.int().min(min).max(max)
export const figure = z.int()
export const percent = z.int().min(0).max(100)
export const ratio = z.number().min(0).max(1)
export const mean = z.number().min(0)
export const version = z.int().min(0).max(2_147_483_647)
/** One value of free-form data. */
export const scalarUpTo = (max: number) => z.union([z.string().max(max), z.number(), z.boolean(), z.null()])
export const scalar = scalarUpTo(200)

const real = {
  params: { rule: 'filter_date' },
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length === 0,
}
/** Years below 100 are no days of the calendar here, and PostgreSQL has no year 0. */
export const date = z.iso.date().refine((value) => !value.startsWith('00'), real)
/** PostgreSQL takes offsets below 16 hours. */
export const dateTime = z.iso
  .datetime({ offset: true })
  .refine((value) => !/^00|[+-](1[6-9]|2\d):\d\d$/.test(value), real)
export const email = z.string().trim().max(254).pipe(z.email())
export const password = z.string().min(1).max(256)

const labelled = (set: Readonly<Record<string, string>>): string =>
  Object.entries(set)
    .sort(([one], [other]) => Number(one) - Number(other) || 0)
    .map(([value, label]) => `${value} ${label}`)
    .join(' · ')

const codes = new WeakMap<object, z.ZodType>()

/** Accepts the numbers of a code set. One schema per set, so that the documentation names it once. */
export function code<T extends Record<number, string>>(set: T) {
  const values = Object.keys(set).map(Number) as unknown as Extract<keyof T, number>[]
  const schema = codes.get(set) ?? z.literal(values).meta({ description: labelled(set) })
  codes.set(set, schema)
  return schema as z.ZodLiteral<Extract<keyof T, number>>
}

/** For responses: database columns are plain numbers to the compiler. */
export const codeShown = <T extends Record<number, string>>(set: T) =>
  code(set) as z.ZodType as z.ZodType<number>

export function word<T extends Record<string, string>>(set: T) {
  const values = Object.keys(set) as Extract<keyof T, string>[]
  const schema = codes.get(set) ?? z.enum(values).meta({ description: labelled(set) })
  codes.set(set, schema)
  return schema as z.ZodEnum<{ [Value in Extract<keyof T, string>]: Value }>
}

export const wordShown = <T extends Record<string, string>>(set: T) =>
  word(set) as z.ZodType as z.ZodType<string>

export const grade = z.enum(grades).meta({ description: labelled(gradeBandLabel) })

// Query parameters: an empty value turns the filter off; unknown parameters are ignored.

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const lastOf = (value: unknown): unknown => blankIsAbsent(Array.isArray(value) ? value.at(-1) : value)

/** `described` also states the default, which Zod drops for a transformed input. */
function parameter<S extends z.ZodType>(schema: S, described: z.GlobalMeta = { type: 'string' }) {
  return z.preprocess(lastOf, schema.optional()).meta(described) as unknown as z.ZodOptional<
    z.ZodType<z.output<S>, z.input<S> | string | number | boolean>
  >
}

export const query = {
  text: parameter(z.string().trim().max(200)),
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
  /** An invalid boolean turns the filter off, like an empty one. */
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
      { type: 'integer', enum: Object.keys(set).map(Number), description: labelled(set) },
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
  ordering: ({ fields, usual }: Order) =>
    parameter(z.string().max(200), {
      type: 'string',
      usual,
      example: usual,
      description: `Comma-separated, \`-\` for descending: ${fields.join(', ')}. Others are ignored.`,
    }),
}

/** Where somebody who follows the changes of a list has come to. */
export interface ChangePosition {
  at: string
  id: number
}

function readable(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** As a list gave it; it says nothing secret, so it is only taken apart. */
export function positionIn(text: string): ChangePosition | undefined {
  const [, at = '', id = ''] = /^(\S{10,40}) (\d{1,15})$/.exec(readable(text)) ?? []
  return dateTime.safeParse(at).success ? { at, id: Number(id) } : undefined
}

export interface Order<Field extends string = string> {
  readonly fields: readonly Field[]
  readonly usual: Field | `-${Field}`
}

export const pageSize = { usual: 50, most: 200 } as const
export const windowSize = { usual: 20, most: 100 } as const

const position = z.union([z.string(), z.number()])
const sized = ({ usual, most }: { usual: number; most: number }) => ({
  type: 'integer' as const,
  minimum: 1,
  maximum: most,
  usual,
  description: `Rows of a page; more than ${most} is taken as ${most}.`,
})

/** The server reads these leniently: a bad size is the default, a bad page is 404. */
export const paged = {
  page: parameter(position, {
    type: 'string',
    usual: '1',
    description: 'Page from 1, or `last`. A page that does not exist is refused (404).',
  }),
  size: parameter(position, sized(pageSize)),
}

/** Of lists that other systems follow: the rows that changed, in the order of their changes, instead of pages. */
export const changing = {
  updated_since: parameter(
    z.string().transform((text, context) => {
      // In an address `+` may have been read as a space.
      const value = text.trim().replace(/ (?=\d\d:\d\d$)/, '+')
      if (dateTime.safeParse(value).success) return value
      context.addIssue({ code: 'custom', params: { rule: 'filter_time' } })
      return z.NEVER
    }),
    {
      type: 'string',
      format: 'date-time',
      description:
        'Only rows that changed after this time, the earliest change first. `ordering` and `page` are ignored.',
    },
  ),
  after: parameter(
    z.string().transform((text, context) => {
      if (positionIn(text.trim())) return text.trim()
      context.addIssue({ code: 'custom', params: { rule: 'filter_position' } })
      return z.NEVER
    }),
    {
      type: 'string',
      example: 'MjAyNi0xMS0yMVQxMToyNzoxMSswOTowMCAxMg',
      description:
        'Goes on where a response ended: its `after`. Rows that have changed since come as well, at the end.',
    },
  ),
}

export const windowed = {
  limit: parameter(position, sized(windowSize)),
  offset: parameter(position, {
    type: 'integer',
    minimum: 0,
    usual: 0,
    description: 'Rows to leave out first. Past the end the list is empty.',
  }),
}

/** Where counting to the end would take long, a list counts this many rows and says that there are more. */
export const mostCounted = 100_000

export function page<T extends z.ZodType>(row: T) {
  return z.object({
    count: count.describe('Rows over all pages.'),
    is_count_limited: z
      .boolean()
      .optional()
      .describe(`Whether counting stopped at ${mostCounted}; there are more rows.`)
      .meta({ example: true }),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })
}

/** Of a list of changes, what is left is counted up to this many rows, or to one more than the page. */
export const mostChangesCounted = 500

/** Of a list with `changing`. */
export function changingPage<T extends z.ZodType>(row: T) {
  return page(row).extend({
    count: count.describe(
      `Rows over all pages; of changes, those that are left, counted up to ${mostChangesCounted}.`,
    ),
    after: z
      .string()
      .nullable()
      .optional()
      .describe('Of changes: where to go on, also later, when there are new ones.')
      .meta({ example: 'MjAyNi0xMS0yMVQxMToyNzoxMSswOTowMCAxMg' }),
  })
}

export const address = z.object({
  postal_code: maybeText(8),
  prefecture: maybeText(4),
  city: maybeText(60),
  address1: maybeText(100),
  address2: maybeText(100),
})

export const picture = z.object({
  id,
  url: z.string(),
  thumbnail_url: z.string(),
  kind: z.string(),
  caption: z.string(),
})

export const missingCodes = z.object({
  missing: z
    .array(z.string())
    .describe('Codes of the search for which the list shows no row; empty below two codes.'),
})

export const historyLine = (statuses: Record<number, string>) =>
  z.object({
    id,
    from_status: codeShown(statuses).nullable(),
    to_status: codeShown(statuses),
    actor: z.string(),
    reason: z.string(),
    at: dateTime,
  })

export const move = (statuses: Record<number, string>) =>
  z.object({ to: codeShown(statuses), label: z.string() })

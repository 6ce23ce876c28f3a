import * as z from 'zod'

// Bodies of PUT. `call` takes no other kind for that method, so whoever writes a PUT has said what a missing field means.

declare const putBody: unique symbol

/** A body that says what a PUT does with a field that is not sent. */
export interface PutBody {
  readonly [putBody]: true
}

/** Which thing is meant, and in which state it was read: no part of what is written. */
const conditions = ['version', 'customer'] as const
type Condition = (typeof conditions)[number]

type Optional = z.ZodOptional<z.ZodType>

/** Fields that may be left out and cannot be null: each needs a value to be replaced by. */
export type Defaults<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape as Shape[Name] extends Optional
    ? null extends z.output<Shape[Name]>
      ? never
      : Exclude<Name, Condition>
    : never]: Exclude<z.input<Shape[Name]>, undefined>
}

type WholeShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Name extends Condition
    ? Shape[Name]
    : Shape[Name] extends z.ZodOptional<infer Inner extends z.ZodType>
      ? z.ZodDefault<Inner>
      : Shape[Name]
}

/**
 * The whole of a thing: what is not sent is refused or becomes its default, null where that is allowed and `defaults`
 * elsewhere. Nothing stays as it was.
 */
export function whole<Shape extends z.ZodRawShape>(
  body: z.ZodObject<Shape>,
  defaults: Defaults<Shape>,
): z.ZodObject<WholeShape<Shape>> & PutBody {
  const shape = Object.entries(body.shape).map(([name, field]) => {
    if (!(field instanceof z.ZodOptional) || (conditions as readonly string[]).includes(name))
      return [name, field]
    const value: unknown = Object.hasOwn(defaults, name) ? defaults[name as keyof Defaults<Shape>] : null
    return [name, (field.unwrap() as z.ZodType).default(value)]
  })
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<WholeShape<Shape>> & PutBody
}

const acts = new WeakSet<z.ZodType>()

/** An act that the specification spells as PUT: it does what is sent, and nothing to what is not. */
export function act<Body extends z.ZodType>(body: Body): Body & PutBody {
  acts.add(body)
  return body as Body & PutBody
}

export const isAct = (body: z.ZodType): boolean => acts.has(body)

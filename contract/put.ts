import * as z from 'zod'

// `call` accepts only these bodies for PUT, so that every PUT defines what a missing field means.

declare const putBody: unique symbol

export interface PutBody {
  readonly [putBody]: true
}

/** Fields that identify the object or its version, not part of what is written. */
const conditions = ['version', 'customer'] as const
type Condition = (typeof conditions)[number]

type Optional = z.ZodOptional<z.ZodType>

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

/** Replaces the whole object: a missing field is refused, null, or its default. Nothing keeps its old value. */
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

export function act<Body extends z.ZodType>(body: Body): Body & PutBody {
  acts.add(body)
  return body as Body & PutBody
}

export const isAct = (body: z.ZodType): boolean => acts.has(body)

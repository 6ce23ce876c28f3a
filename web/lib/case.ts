/** Converts keys between the wire's snake_case and camelCase. Other keys (`S_1`) are data and stay as they are. */
type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'

type JoinWords<S extends string> = S extends `${infer Head}_${infer Rest}`
  ? Rest extends `${Letter}${string}`
    ? `${Head}${Capitalize<JoinWords<Rest>>}`
    : `${Head}_${JoinWords<Rest>}`
  : S

export type CamelKey<K> = K extends `${Letter}${string}` ? JoinWords<K> : K

type Untouched = string | number | boolean | bigint | symbol | null | undefined | Date | Blob | FormData

export type CamelCased<T> = T extends Untouched
  ? T
  : T extends (...args: never[]) => unknown
    ? T
    : T extends readonly unknown[]
      ? { [I in keyof T]: CamelCased<T[I]> }
      : T extends object
        ? { [K in keyof T as CamelKey<K>]: CamelCased<T[K]> }
        : T

export function camelKey(key: string): string {
  return /^[a-z]/.test(key) ? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : key
}

export function snakeKey(key: string): string {
  return /^[a-z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
}

/** Plain objects only: dates, files and forms have another prototype and are left alone. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Their value is a record whose keys people have named. */
const namedByPeople = new Set(['attributes'])

function convertKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => convertKeys(entry, rename))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      rename(key),
      namedByPeople.has(key) && isPlainObject(entry) ? entry : convertKeys(entry, rename),
    ]),
  )
}

export function toCamel<T>(value: T): CamelCased<T> {
  return convertKeys(value, camelKey) as CamelCased<T>
}

export function toSnake(value: unknown): unknown {
  return convertKeys(value, snakeKey)
}

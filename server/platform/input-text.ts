import { type FieldErrors, invalid, Refusal } from './refusal.ts'
import { fieldErrors } from './validation.ts'

interface Node {
  value: object
  key: PropertyKey
  parent: Node | undefined
  depth: number
}

const deepest = 40

/** Refuses NUL, lone surrogates and deep nesting; drops `__proto__`. Iterative, so that no input overflows the stack. */
export function checkInput(input: unknown): void {
  refuseText(input, undefined, input)
  if (typeof input !== 'object' || input === null) return
  const waiting: Node[] = [{ value: input, key: '', parent: undefined, depth: 1 }]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.depth > deepest) {
      throw new Refusal('invalid', 400, { detail: '入力の入れ子が深すぎます。' })
    }
    const list = Array.isArray(node.value)
    for (const name of Object.keys(node.value)) {
      const key = list ? Number(name) : name
      if (name === '__proto__') {
        Reflect.deleteProperty(node.value, name)
        continue
      }
      if (!list) refuseText(name, { ...node, key: 'non_field_errors', parent: node }, input)
      const value: unknown = Reflect.get(node.value, name)
      if (typeof value === 'string') refuseText(value, { ...node, key, parent: node }, input)
      else if (typeof value === 'object' && value !== null) {
        waiting.push({ value, key, parent: node, depth: node.depth + 1 })
      }
    }
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function refuseText(value: unknown, at: Node | undefined, input: unknown): void {
  if (typeof value !== 'string' || isStorable(value)) return
  const path: PropertyKey[] = []
  for (let node = at; node?.parent; node = node.parent) path.unshift(node.key)
  throw invalid(messageAt(path, input))
}

function messageAt(path: PropertyKey[], input: unknown): FieldErrors {
  return fieldErrors([{ code: 'custom', path, message: '使えない文字が含まれています。', input }], input)
}

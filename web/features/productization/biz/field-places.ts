import { enterField } from '#web/ui/keyboard.ts'
import type { Place } from './product-facts.ts'

const control = ':is(input:not([type="file"]), select, textarea)'
const fields = () => [
  ...document.querySelectorAll<HTMLElement>(`#main [data-field] ${control}:not([readonly], :disabled)`),
]

const fieldOf = (place: string) =>
  document.querySelector<HTMLElement>(`#main [data-field=${JSON.stringify(place)}] ${control}`)

/** The camera, or a field of the form. */
export function goTo(place: Place | 'title' | 'description'): void {
  if (place === 'photo') document.querySelector<HTMLInputElement>('#main .centre input[type="file"]')?.click()
  else enterField(fieldOf(place))
}

/** The last field leads to the button that finishes. */
export function goToNext(from: Element): void {
  const all = fields()
  const next = all[all.indexOf(from as HTMLElement) + 1]
  if (next) enterField(next)
  else document.querySelector<HTMLElement>('#main [data-go]')?.focus()
}

/** The first measure without a value, otherwise the first one. */
export function goToMeasures(places: readonly { place: Place; isEmpty: boolean }[]): void {
  const wanted = places.find(({ isEmpty }) => isEmpty) ?? places[0]
  if (wanted) goTo(wanted.place)
}

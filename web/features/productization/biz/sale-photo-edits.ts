import type { QueryClient } from '@tanstack/react-query'
import { type PhotoRole, productizationCalls } from '#contract/productization'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { notify } from '#web/ui/notify.tsx'
import { productQuery } from './product-queue.ts'
import type { ProductOnWire } from './product-types.ts'

export type SalePhoto = ProductOnWire['photos'][number]
export type PhotoChange = { role?: PhotoRole; edits?: Partial<SalePhoto['edits']> }

export function changePhotos(
  client: QueryClient,
  slug: string,
  change: (product: ProductOnWire) => Partial<ProductOnWire>,
): void {
  client.setQueryData<ProductOnWire>(
    productQuery(slug).queryKey,
    (product) => product && { ...product, ...change(product) },
  )
}

const replaced = (client: QueryClient, slug: string, photo: SalePhoto) =>
  changePhotos(client, slug, ({ photos }) => ({
    photos: photos.map((one) => (one.id === photo.id ? photo : one)),
  }))

/** Edits of photos, one at a time for each; what is asked for meanwhile is sent together. */
export function createPhotoEdits() {
  const wanted = new Map<number, PhotoChange>()
  const sending = new Map<number, PhotoChange>()
  let busy: readonly number[] = []
  const { subscribe, tell } = createListeners()
  const publish = () => {
    busy = [...sending.keys()]
    tell()
  }

  async function send(client: QueryClient, slug: string, id: number): Promise<void> {
    if (sending.has(id)) return
    sending.set(id, {})
    publish()
    try {
      for (let change = wanted.get(id); change; change = wanted.get(id)) {
        wanted.delete(id)
        sending.set(id, change)
        const known = client.getQueryData<ProductOnWire>(productQuery(slug).queryKey)
        const photo = known?.photos.find((one) => one.id === id)
        if (!photo) return
        const { role, edits } = change
        const body = {
          version: photo.version,
          ...(role === undefined ? {} : { role }),
          ...(edits === undefined ? {} : { edits: { ...photo.edits, ...edits } as never }),
        }
        replaced(client, slug, await ask(productizationCalls.editPhoto, { params: { slug, id }, body }))
      }
    } catch (error) {
      wanted.delete(id)
      const theirs = currentOf<SalePhoto>(error)
      if (theirs) {
        replaced(client, slug, theirs)
        notify.info('写真がほかの画面で変わりました。いまの写真を表示しています。')
      } else notify.failed(sentenceFor(error))
    } finally {
      sending.delete(id)
      publish()
    }
  }

  return {
    subscribe,
    /** Photos that are being made anew. */
    getBusy: () => busy,
    edit(client: QueryClient, slug: string, id: number, change: PhotoChange): void {
      const before = wanted.get(id)
      wanted.set(id, {
        ...before,
        ...change,
        ...(before?.edits || change.edits ? { edits: { ...before?.edits, ...change.edits } } : {}),
      })
      void send(client, slug, id)
    },
    /** As the photo will be once all that was asked for is done: whoever presses fast is ahead of what is shown. */
    wantedOf(client: QueryClient, slug: string, photo: SalePhoto): SalePhoto['edits'] {
      const known = client.getQueryData<ProductOnWire>(productQuery(slug).queryKey)
      const { edits } = known?.photos.find(({ id }) => id === photo.id) ?? photo
      const under = { ...sending.get(photo.id)?.edits, ...wanted.get(photo.id)?.edits }
      return { ...edits, ...under } as SalePhoto['edits']
    },
  }
}

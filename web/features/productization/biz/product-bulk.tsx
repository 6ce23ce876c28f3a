import { useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { mostTogether, productizationCalls } from '#contract/productization'
import { formatYen } from '#contract/text'
import { type AskInput, ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { BulkBar, useChooseAll } from '#web/ui/bulk-bar.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted } from '#web/ui/page.tsx'
import { type Undoable, useUndoNotice } from '#web/ui/undo-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { BulkChannelDialog, BulkPriceDialog } from './bulk-dialogs.tsx'
import type { ProductRow } from './product-types.ts'

type Update = Extract<
  AskInput<typeof productizationCalls.update>['body'],
  { items: unknown }
>['items'][number]
type Change = Omit<Update, 'slug' | 'version'>
type Channel = NonNullable<Change['salesChannel']>

type Props = {
  picked: readonly ProductRow[]
  /** How many the list finds. */
  total: number
  filter: object
  onAll: (rows: readonly ProductRow[]) => void
  onClear: () => void
}

/** Those that the next step takes, and why the others stay. */
export function readyOf(rows: readonly ProductRow[]): { ready: ProductRow[]; left: string } {
  const isOpen = ({ status, isSold, isHeld }: ProductRow) =>
    (status === I.PURCHASED || status === I.PRODUCTIZING) && !isSold && !isHeld
  const ready = rows.filter((row) => isOpen(row) && row.missing.length === 0)
  const lacking = rows.filter((row) => isOpen(row) && row.missing.length > 0).length
  const closed = rows.length - ready.length - lacking
  return {
    ready,
    left: [
      lacking > 0 && `足りないもののある${lacking}点`,
      closed > 0 && `商品化完了・保留中・販売済みの${closed}点`,
    ]
      .filter(Boolean)
      .join('と'),
  }
}

/** Writes several articles at once, all or none, and knows the one way back. */
function useTogether(onDone: (done: Undoable) => void) {
  const { mutateAsync, isPending } = useMutationOf(productizationCalls.update, { rereadsOnError: true })
  const write = async (
    rows: readonly ProductRow[],
    change: (row: ProductRow) => Change,
    before: (row: ProductRow) => Change,
    sentence: string,
  ) => {
    try {
      const items = rows.map((row) => ({ slug: row.slug, version: row.version, ...change(row) }))
      const done = await mutateAsync({ body: { items } })
      const versions = new Map(done.items.map(({ slug, version }) => [slug, version]))
      onDone({
        sentence,
        undo: async () => {
          const back = rows.map((row) => ({
            slug: row.slug,
            version: versions.get(row.slug) ?? row.version,
            ...before(row),
          }))
          await mutateAsync({ body: { items: back } })
          return `${rows.length}点を元に戻しました。`
        },
      })
    } catch (error) {
      onDone({ sentence: sentenceFor(error), hasFailed: true })
    }
  }
  return { write, isPending }
}

/** Price, channel and the next step of several articles. */
export function ProductBulk({ picked, total, filter, onAll, onClear }: Props) {
  const [asked, setAsked] = useState<'price' | 'channel'>()
  const { tell, notice } = useUndoNotice()
  const { write, isPending } = useTogether((done) => {
    if (!done.hasFailed) onClear()
    tell(done)
  })
  const tooMany = picked.length > mostTogether
  const all = useChooseAll({
    ...{ chosen: picked.length, total, most: mostTogether, onRows: onAll },
    load: () => ask(productizationCalls.list, { query: { ...filter, page: 1, size: mostTogether } }),
  })
  const finish = () => {
    const { ready, left } = readyOf(picked)
    if (ready.length === 0) return tell({ sentence: `出品待ちへ進められません(${left})。`, hasFailed: true })
    void write(
      ready,
      () => ({ status: I.PRODUCTIZED }),
      () => ({ status: I.PRODUCTIZING }),
      `${ready.length}点を出品待ちへ進めました。${left ? `${left}はそのままです。` : ''}`,
    )
  }
  useShortcuts(
    [
      { code: 'KeyV', label: '選んだ商品の販売価格を変える', run: () => setAsked('price') },
      { code: 'KeyN', label: '選んだ商品の販路を変える', run: () => setAsked('channel') },
      { code: 'KeyF', label: '選んだ商品を出品待ちへ進める', run: finish },
    ],
    { enabled: picked.length > 0 && !tooMany && asked === undefined && !isPending },
  )
  return (
    <>
      <BulkBar count={picked.length} onClear={onClear} all={all} notice={notice}>
        <QuietButton size="small" disabled={tooMany} onClick={() => setAsked('price')} endIcon={<Kbd>V</Kbd>}>
          販売価格
        </QuietButton>
        <QuietButton
          size="small"
          disabled={tooMany}
          onClick={() => setAsked('channel')}
          endIcon={<Kbd>N</Kbd>}
        >
          販路
        </QuietButton>
        <QuietButton
          size="small"
          disabled={tooMany}
          pending={isPending}
          onClick={finish}
          endIcon={<Kbd>F</Kbd>}
        >
          出品待ちへ
        </QuietButton>
        {tooMany && <Muted>一度に{mostTogether}件までです。</Muted>}
      </BulkBar>
      {asked === 'price' && (
        <BulkPriceDialog
          rows={picked}
          onClose={() => setAsked(undefined)}
          onPrices={(priceOf) => {
            setAsked(undefined)
            const rows = picked.filter((row) => priceOf(row) !== undefined)
            void write(
              rows,
              (row) => ({ sellingPrice: priceOf(row) }),
              ({ sellingPrice }) => ({ sellingPrice }),
              `${rows.length}点の販売価格を変えました(合計 ${formatYen(rows.reduce((sum, row) => sum + (priceOf(row) ?? 0), 0))})。`,
            )
          }}
        />
      )}
      {asked === 'channel' && (
        <BulkChannelDialog
          count={picked.length}
          onClose={() => setAsked(undefined)}
          onChannel={(channel, label) => {
            setAsked(undefined)
            void write(
              picked,
              () => ({ salesChannel: channel }),
              (row) => ({ salesChannel: row.salesChannel as Channel }),
              `${picked.length}点の販路を${label}にしました。`,
            )
          }}
        />
      )}
    </>
  )
}

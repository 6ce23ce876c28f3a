import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { custodyCalls, placeKindLabel } from '#contract/custody'
import { StickerSheet } from '#web/features/item/shared/sticker-sheet.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { RowBar } from '#web/ui/bulk-bar.tsx'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { amountText, type Place } from '../shared/custody-words.ts'
import { NewPlaceDialog, PlaceDialog } from './place-dialogs.tsx'

function useFilter() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { shop?: unknown; all?: unknown }
  const shop = Number(search.shop) || undefined
  const all = String(search.all) === 'true' || undefined
  const set = (next: { shop?: number | undefined; all?: boolean | undefined }) =>
    void navigate({ to: '.', search: { shop, all, ...next }, replace: true })
  return { shop, all, set }
}

export default function PlacesPage() {
  const { shop, all, set } = useFilter()
  const state = useCallWithPrevious(custodyCalls.places, { query: { shop, all } })
  const shops = useStaff()?.company.shops ?? []
  const [chosen, setChosen] = useState<number>()
  const [dialog, setDialog] = useState<'new' | 'edit' | 'labels'>()
  const place = state.data?.find(({ id }) => id === chosen)
  const printable = (state.data ?? []).filter(({ isActive }) => isActive)
  useShortcuts([{ code: 'KeyN', label: '置き場を加える', run: () => setDialog('new') }])
  useShortcuts([{ code: 'KeyL', label: '置き場のラベルを印刷する', run: () => setDialog('labels') }], {
    enabled: printable.length > 0,
  })
  useShortcuts([{ code: 'KeyE', label: '内容を変える', run: () => setDialog('edit') }], {
    enabled: place !== undefined,
  })
  const close = () => setDialog(undefined)
  return (
    <DetailPage
      title="置き場"
      actions={
        <>
          {printable.length > 0 && (
            <QuietButton
              startIcon={<Icon name="print" size={16} />}
              endIcon={<Kbd>L</Kbd>}
              onClick={() => setDialog('labels')}
            >
              {place?.isActive ? `「${place.name}」のラベル` : 'ラベルを印刷する'}
            </QuietButton>
          )}
          <NextButton onClick={() => setDialog('new')} endIcon={<Kbd>N</Kbd>}>
            置き場を加える
          </NextButton>
        </>
      }
    >
      <Row gap={16} style={{ alignItems: 'end' }}>
        {shops.length > 1 && (
          <div style={{ flex: '0 1 200px' }}>
            <SelectField
              label="店舗"
              emptyLabel="すべて"
              value={shop ?? ''}
              onChange={({ target }) => set({ shop: target.value ? Number(target.value) : undefined })}
              options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        )}
        <CheckField
          label="停止した置き場も表示する"
          checked={all === true}
          onChange={({ target }) => set({ all: target.checked || undefined })}
        />
      </Row>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label="置き場の一覧"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            selected={chosen ?? null}
            onSelect={({ id }) => setChosen(id)}
            onLeave={() => setChosen(undefined)}
            empty={
              <Empty title="置き場はまだありません">
                受付の台・査定台・保管棚などを加えると、箱と商品がいまどこにあるかを記録できます。置き場がないあいだは、これまでどおりにお使いいただけます。
              </Empty>
            }
          />
        )}
      </WhenRead>
      {place && <Selected place={place} onEdit={() => setDialog('edit')} />}
      {dialog === 'new' && <NewPlaceDialog shop={shop} onClose={close} />}
      {dialog === 'edit' && place && <PlaceDialog key={place.id} place={place} onClose={close} />}
      {dialog === 'labels' && <Labels places={place?.isActive ? [place] : printable} onClose={close} />}
    </DetailPage>
  )
}

function Selected({ place, onEdit }: { place: Place; onEdit: () => void }) {
  const confirm = useConfirm()
  const update = useMutationOf(custodyCalls.updatePlace, { rereadsOnError: true })
  const change = async (isActive: boolean) => {
    const sure =
      isActive ||
      (await confirm({
        title: `「${place.name}」の使用を停止しますか?`,
        body: '停止すると、このラベルを読み取っても移せなくなります。記録は残り、いつでも使用を再開できます。',
        confirm: '停止する',
        cancel: '戻る',
      }))
    if (!sure) return
    try {
      await update.mutateAsync({ params: { id: place.id }, body: { isActive, version: place.version } })
      notify.done(isActive ? `「${place.name}」の使用を再開しました。` : `「${place.name}」を停止しました。`)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return (
    <RowBar label={`「${place.name}」の操作`}>
      <b>{place.name}</b>
      <QuietButton onClick={onEdit} endIcon={<Kbd>E</Kbd>}>
        内容を変える
      </QuietButton>
      <QuietButton onClick={() => void change(!place.isActive)} pending={update.isPending}>
        {place.isActive ? '使用を停止する' : '使用を再開する'}
      </QuietButton>
    </RowBar>
  )
}

const columns: readonly Column<Place>[] = [
  {
    key: 'name',
    header: '名前',
    cell: ({ name, isActive }) => (
      <>
        {name} {!isActive && <StatusChip tone="gray">停止</StatusChip>}
      </>
    ),
  },
  {
    key: 'kind',
    card: 'chip',
    header: '種類',
    cell: ({ kind, takesArrivals }) => (
      <>
        <StatusChip>{placeKindLabel[kind]}</StatusChip>{' '}
        {takesArrivals && <Muted style={{ fontSize: 12 }}>受け取った箱はここから</Muted>}
      </>
    ),
  },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  { key: 'amount', header: 'いまある品', align: 'end', cell: ({ boxes, items }) => amountText(boxes, items) },
  { key: 'code', header: 'コード', cell: ({ code }) => <code>{code}</code> },
]

function Labels({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const stickers = useMemo(
    () =>
      places.map(({ code, name, kind, shopName }) => ({
        code,
        title: name,
        lines: [placeKindLabel[kind], shopName],
      })),
    [places],
  )
  return (
    <Dialog open wide title="置き場のラベル" onClose={onClose}>
      <StickerSheet label="置き場のラベル" stickers={stickers} onClose={onClose} />
    </Dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import { savedViewCalls } from '#contract/saved-view'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import type { SavedView, useSavedViews } from '#web/lib/use-saved-views.ts'
import { ChipButton } from './filter-chips.tsx'
import { notify } from './notify.tsx'
import { SavedViewDialog } from './saved-view-dialog.tsx'
import { SavedViewList } from './saved-view-list.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const UNDO_MS = 10_000

export type SavedViewsState = ReturnType<typeof useSavedViews>

type Open = { what: 'list' } | { what: 'save' } | { what: 'edit'; view: SavedView }

/** Saves the list as a view, and arranges those it has. */
export function SavedViews({ state }: { state: SavedViewsState }) {
  const { kind, views, current, changed, conditions, hidden } = state
  const [open, setOpen] = useState<Open>()
  const update = useMutationOf(savedViewCalls.update, { rereadsOnError: true })
  const { removed, remove, undo } = useRemoval(state)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (removed) first.current?.focus()
  }, [removed])
  useShortcuts([{ code: 'KeyV', label: '保存した表示', run: () => setOpen({ what: 'list' }) }], {
    enabled: views.length > 0,
  })
  if (!kind) return null
  const close = () => setOpen(undefined)
  const overwrite = async ({ id, version }: SavedView) => {
    try {
      const body = { search: conditions, hidden: hidden ? [...hidden] : null, version }
      const saved = await update.mutateAsync({ params: { id }, body })
      state.settle(id)
      state.show(saved)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return (
    <>
      {current?.mayChange && changed && (
        <ChipButton type="button" onClick={() => void overwrite(current)}>
          今の条件で上書きする
        </ChipButton>
      )}
      <ChipButton type="button" data-add="" ref={first} onClick={() => setOpen({ what: 'save' })}>
        + 表示を保存
      </ChipButton>
      {views.length > 0 && (
        <ChipButton type="button" data-add="" onClick={() => setOpen({ what: 'list' })}>
          保存した表示 {views.length}
        </ChipButton>
      )}
      {removed && (
        <ChipButton type="button" onClick={() => void undo()}>
          「{removed.name}」を元に戻す
        </ChipButton>
      )}
      {open?.what === 'list' && (
        <SavedViewList state={state} onEdit={(view) => setOpen({ what: 'edit', view })} onClose={close} />
      )}
      {open?.what === 'save' && <SavedViewDialog state={state} onClose={close} />}
      {open?.what === 'edit' && (
        <SavedViewDialog
          state={state}
          view={open.view}
          onClose={close}
          onRemove={() => {
            close()
            void remove(open.view)
          }}
        />
      )}
    </>
  )
}

/** Deletes a view, and for a while puts it back. The list itself stays as it is. */
function useRemoval(state: SavedViewsState) {
  const [removed, setRemoved] = useState<SavedView>()
  const drop = useMutationOf(savedViewCalls.remove, { rereadsOnError: true })
  const create = useMutationOf(savedViewCalls.create)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  const tried = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return {
    removed,
    remove: (view: SavedView) =>
      tried(async () => {
        await drop.mutateAsync({ params: { id: view.id } })
        if (state.current?.id === view.id) state.leave()
        setRemoved(view)
      }),
    undo: () =>
      tried(async () => {
        if (!removed) return
        const { list, name, search, hidden, shop } = removed
        await create.mutateAsync({ body: { list, name, search, hidden, shop } })
        setRemoved(undefined)
      }),
  }
}

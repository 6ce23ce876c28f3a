import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { declaredListCalls, mostDeclaredItems } from '#contract/declared-list'
import { useAskedPhotosUnderWay } from '#web/features/pre-assessment/shared/asked-photos.ts'
import { useDraft } from '#web/lib/draft.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { type DeclaredItem, DeclaredRows, declaredTitle } from '../shared/declared-rows.tsx'

const ItemDialog = onDemand(() => import('./item-dialog.tsx'))

const Total = styled('p')(({ theme }) => ({
  padding: '10px 0',
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  fontSize: 13,
  fontWeight: 700,
  textAlign: 'right',
}))

const Ends = styled('span')({
  display: 'flex',
  justifyContent: 'flex-end',
  '& > button': { minWidth: 44, textAlign: 'right' },
})

/** Photos that came along from an estimate. */
function UnderWay() {
  const { count, problem, hasFailed, again, drop } = useAskedPhotosUnderWay()
  if (count === 0) return null
  return (
    <Notice
      tone="wait"
      role="status"
      title={hasFailed ? `写真${count}枚が届いていません` : `写真${count}枚を送っています`}
      actions={
        hasFailed && (
          <>
            <button type="button" onClick={again}>
              もう一度送る
            </button>
            <button type="button" onClick={drop}>
              送らずに進む
            </button>
          </>
        )
      }
    >
      {problem ?? 'このまま次へお進みいただけます。'}
    </Notice>
  )
}

type Props = {
  /** Undefined before there is one. */
  list: number | undefined
  /** Makes the list where there is none yet. */
  ensure: () => Promise<number>
}

export function useDeclaredList(list: number | undefined) {
  return useQuery({
    ...queryOf(declaredListCalls.list, { params: { id: list ?? 0 } }),
    enabled: list !== undefined,
  })
}

/** The list of what is in the box, to be filled in row by row. */
export function DeclaredSection({ list, ensure }: Props) {
  const read = useDeclaredList(list)
  const items = list === undefined ? [] : (read.data?.items ?? [])
  const editor = useEditor(async () => (list === undefined ? [] : (await read.refetch()).data?.items))
  const { removal, remove } = useRemoval(editor.add)
  const isFull = items.length >= mostDeclaredItems
  return (
    <div>
      {read.isError && (
        <Notice
          tone="late"
          role="alert"
          title="リストを読み込めませんでした"
          actions={
            <button type="button" onClick={() => void read.refetch()}>
              もう一度読み込む
            </button>
          }
        >
          入れていただいた品は残っています。
        </Notice>
      )}
      {items.length > 0 && (
        <>
          <DeclaredRows
            items={items}
            end={(item) => (
              <Ends>
                <TextButton type="button" onClick={() => editor.edit(item)}>
                  直す<VisuallyHidden>: {declaredTitle(item)}</VisuallyHidden>
                </TextButton>
                <TextButton type="button" onClick={() => void remove(item)}>
                  外す<VisuallyHidden>: {declaredTitle(item)}</VisuallyHidden>
                </TextButton>
              </Ends>
            )}
          />
          <Total>リストの合計 {items.reduce((sum, { count }) => sum + count, 0)}点</Total>
        </>
      )}
      <UnderWay />
      {isFull ? (
        <p>{`リストには${mostDeclaredItems}行まで入れられます。同じ種類の品は、点数でまとめてください。`}</p>
      ) : (
        <QuietButton
          ref={editor.add}
          type="button"
          startIcon={<Icon name="plus" size={18} />}
          onClick={() => void editor.enter()}
        >
          {items.length > 0 ? '次の品を入れる' : '品を入れる'}
        </QuietButton>
      )}
      {removal.error && <ErrorText role="alert">{sentenceFor(removal.error)}</ErrorText>}
      {editor.opened && (
        <ItemDialog
          key={editor.opened.key}
          {...editor.opened.dialog}
          ensure={ensure}
          onClose={editor.close}
          onNext={() => void editor.enter()}
        />
      )}
    </div>
  )
}

type Opened = {
  item: DeclaredItem | undefined
  isNew: boolean
  draft: string
  onMade: (row: number) => void
  onForget: () => void
}

/** Each opening is a dialog of its own, also when the next one follows at once. */
function useEditor(fresh: () => Promise<readonly DeclaredItem[] | undefined>) {
  const [opened, setOpened] = useState<{ key: number; dialog: Opened }>()
  const entry = useEntry()
  const add = useRef<HTMLButtonElement>(null)
  const open = (dialog: Opened) => setOpened((before) => ({ key: (before?.key ?? 0) + 1, dialog }))
  return {
    opened,
    add,
    enter: async () => {
      const row = entry.row()
      const items = row === null ? [] : await fresh()
      // The list says itself that it could not be read. Somebody may have removed the row since.
      if (items) open({ item: items.find(({ id }) => id === row), isNew: true, ...entry.begin() })
    },
    edit: (item: DeclaredItem) =>
      open({
        item,
        isNew: false,
        ...(item.id === entry.row() ? entry.begin() : ownDraft(item)),
      }),
    close: () => setOpened(undefined),
  }
}

const nothing = () => undefined
const ownDraft = ({ id }: DeclaredItem) => ({
  draft: `declared-item-${id}`,
  onMade: nothing,
  onForget: nothing,
})

/** The article being entered. A photo may have made its row already, while its words are still a draft. */
function useEntry() {
  const { value, setValue, clear } = useDraft<number | null>('declared-item-row', null)
  const now = useRef({ row: value, number: 0 })
  return {
    row: () => now.current.row,
    begin: () => {
      const { number } = now.current
      return {
        draft: 'declared-item-new',
        onMade: (row: number) => {
          // The photo of an entry that was given up arrives late.
          if (number !== now.current.number) return
          now.current.row = row
          setValue(row)
        },
        onForget: () => {
          now.current = { row: null, number: number + 1 }
          clear()
        },
      }
    },
  }
}

function useRemoval(next: { current: HTMLElement | null }) {
  const confirm = useConfirm()
  const removal = useMutationOf(declaredListCalls.removeItem, { waits: true })
  const [gone, setGone] = useState(0)
  useEffect(() => {
    // The button that was pressed is gone.
    if (gone > 0) next.current?.focus()
  }, [gone, next])
  const remove = async (item: DeclaredItem) => {
    const photos = item.photos.length > 0 ? `写真${item.photos.length}枚も消えます。` : ''
    const sure = await confirm({
      title: `${declaredTitle(item)}を外しますか`,
      body: `リストから外します。${photos}箱から出す必要はありません。`,
      confirm: 'リストから外す',
      cancel: '戻る',
    })
    if (!sure) return
    try {
      await removal.mutateAsync({ params: { id: item.id } })
      notify.done('リストから外しました。')
      setGone((count) => count + 1)
    } catch {
      // Shown under the list.
    }
  }
  return { removal, remove }
}

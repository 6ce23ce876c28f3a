import type { ReactNode } from 'react'
import { RowBar } from '#web/ui/bulk-bar.tsx'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { Kbd, KeyWords } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Grid } from './use-grid.ts'

const Keys = ({ adds }: { adds: boolean }) => (
  <KeyWords>
    <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd> 移る <Kbd>Enter</Kbd> 行を保存して下へ <Kbd>Esc</Kbd>{' '}
    欄を元に戻す
    {adds && (
      <>
        {' '}
        <Kbd>Ctrl</Kbd> <Kbd>D</Kbd> 行をコピー
      </>
    )}
    。表計算ソフトから貼り付けられます。
  </KeyWords>
)

/** Above a grid: its keys, and that there is more that was typed than this page shows. */
export function GridHead<Row>({
  grid,
  adds,
  children,
}: {
  grid: Grid<Row>
  adds: boolean
  children?: ReactNode
}) {
  return (
    <>
      <Row gap={12} style={{ alignItems: 'end', flexWrap: 'wrap' }}>
        {children}
        <Keys adds={adds} />
      </Row>
      {grid.restored && (
        <Notice role="status" title="書きかけの内容が残っていました">
          まだ保存されていません。続きから入力できます。
        </Notice>
      )}
      {grid.elsewhere > 0 && (
        <Notice role="status" title={`この一覧にない行の書きかけが${grid.elsewhere}行あります`}>
          いちばん上に出しています。保存するか、元に戻してください。
        </Notice>
      )}
    </>
  )
}

/** Below it: what is not saved yet. */
export function GridFoot<Row>({ grid, more }: { grid: Grid<Row>; more?: ReactNode }) {
  const confirm = useConfirm()
  const { edited, conflict, columns, textsOf } = grid
  const save = async () => {
    const count = await grid.saveAll()
    if (count > 0) notify.done(`${count}行を保存しました。`)
  }
  const drop = async () => {
    const sure = await confirm({
      title: `${edited}行の書きかけを消しますか?`,
      body: '保存されている内容に戻ります。新しい行は消えます。',
      confirm: '書きかけを消す',
      cancel: '戻る',
    })
    if (sure) grid.dropAll()
  }
  useShortcuts(
    [{ code: 'KeyS', ctrl: true, inFields: true, label: '書きかけの行をすべて保存する', run: save }],
    { enabled: edited > 0 },
  )
  const row = conflict && grid.rows.find(({ key }) => key === conflict.key)
  const theirs = conflict ? textsOf(conflict.theirs) : {}
  const own = row ? textsOf(row.stored) : {}
  const fields = columns
    .filter(({ key }) => row && row.texts[key] !== own[key] && row.texts[key] !== theirs[key])
    .map(({ key, header }) => ({
      key,
      label: header,
      mine: writtenLike(theirs[key], row?.texts[key]) || '—',
      theirs: theirs[key] || '—',
    }))
  return (
    <>
      {(edited > 0 || more) && (
        <RowBar label="書きかけの行の操作">
          {more}
          {edited > 0 && (
            <>
              <b>{`未保存 ${edited}行`}</b>
              <NextButton
                size="small"
                pending={grid.pending.size > 0}
                onClick={() => void save()}
                endIcon={<Kbd>Ctrl S</Kbd>}
              >
                {`${edited}行を保存する`}
              </NextButton>
              <QuietButton size="small" onClick={() => void drop()}>
                元に戻す
              </QuietButton>
            </>
          )}
        </RowBar>
      )}
      {conflict && (
        <ConflictDialog
          open
          about={
            row &&
            columns
              .slice(0, 3)
              .map(({ key }) => theirs[key])
              .filter(Boolean)
              .join(' ')
          }
          fields={fields}
          onClose={grid.closeConflict}
          onResolve={(choice) =>
            void grid.settle(Object.keys(choice).filter((key) => choice[key] === 'theirs'))
          }
        />
      )}
    </>
  )
}

/** An amount as it was typed, with separators where the stored one has them. */
const writtenLike = (stored = '', typed = ''): string =>
  /^\d[\d,]*$/.test(stored) && /^\d+$/.test(typed) ? Number(typed).toLocaleString('ja-JP') : typed

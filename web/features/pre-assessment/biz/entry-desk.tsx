import { useEffect, useState } from 'react'
import { QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd, KeyWords } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Row as Line, Muted, useDocumentTitle } from '#web/ui/page.tsx'
import { useUndoNotice } from '#web/ui/undo-notice.tsx'
import { EntryBar, Notices } from './entry-bar.tsx'
import { EntryConflict } from './entry-conflict.tsx'
import { EntryFoot } from './entry-foot.tsx'
import { Frame } from './entry-frame.ts'
import { EntryHead } from './entry-head.tsx'
import { EntryRows } from './entry-rows.tsx'
import { EntrySheets, type Sheet } from './entry-sheets.tsx'
import { isBlank, type Row } from './entry-types.ts'
import { EntryWhy } from './entry-why.tsx'
import { numberOf, type PreAssessment } from './pre-assessment-words.ts'
import type { Entry } from './use-entry.ts'
import { useEntryActs } from './use-entry-acts.ts'
import { useEntryKeys } from './use-entry-keys.ts'

/** Takes a row out; what was said in it can be put back. */
function useRemoval(entry: Entry) {
  const undo = useUndoNotice()
  const remove = async (row: Row) => {
    const isSaid = !isBlank(row)
    if (!(await entry.remove(row)) || !isSaid) return
    undo.tell({
      sentence: `${[row.brandName, row.categoryName].filter(Boolean).join(' ') || '品物'}を消しました。`,
      undo: async () => {
        entry.restore(row)
        return row.photos.length > 0 ? '元に戻しました。写真は入れ直してください。' : '元に戻しました。'
      },
    })
  }
  return { notice: undo.notice, remove }
}

export function EntryDesk({ entry, data }: { entry: Entry; data: PreAssessment }) {
  const [sheet, setSheet] = useState<Sheet>()
  const { line, lines, id } = entry
  const acts = useEntryActs(entry)
  const { notice, remove } = useRemoval(entry)
  useDocumentTitle(`事前査定 ${numberOf(id)}`)
  useEntryKeys(entry, { open: setSheet, pdf: acts.pdf, remove })
  useFirstRow(entry)
  return (
    <Frame id="main">
      <EntryBar entry={entry} data={data} onRemoveAll={() => void acts.removeAll()} />
      <section className="centre" aria-label="品物の入力">
        <Notices entry={entry} />
        <EntryHead entry={entry} onProspect={() => setSheet('prospect')} />
        <Articles entry={entry} undo={notice} onRemove={(row) => void remove(row)} />
      </section>
      <aside className="why" aria-label="根拠">
        <div>
          {line ? (
            <EntryWhy
              entry={entry}
              line={line}
              number={lines.indexOf(line) + 1}
              onHand={() => setSheet('hand')}
            />
          ) : (
            <Muted>品物の行をひらくと、金額の根拠と自社の買取実績がここに出ます。</Muted>
          )}
        </div>
      </aside>
      <div className="foot">
        <EntryFoot
          entry={entry}
          onOpen={setSheet}
          onPdf={() => void acts.pdf()}
          onMove={(to, label) => void acts.move(to, label)}
        />
      </div>
      <EntryConflict entry={entry} />
      <EntrySheets
        entry={entry}
        data={data}
        sheet={sheet}
        onOpen={setSheet}
        onClose={() => setSheet(undefined)}
      />
    </Frame>
  )
}

type ArticlesProps = { entry: Entry; undo: React.ReactNode; onRemove: (row: Row) => void }

function Articles({ entry, undo, onRemove }: ArticlesProps) {
  const { lines, isOpen, masters, prices } = entry
  return (
    <>
      <Line gap={12}>
        <h2 style={{ fontSize: 16 }}>{`品物 ${lines.filter(({ row }) => !isBlank(row)).length}点`}</h2>
        {isOpen && (
          <KeyWords>
            <Kbd>Tab</Kbd> 次の欄 <Kbd>↵</Kbd> 次へ <Kbd>Ctrl D</Kbd> 同じ行をもう1つ <Kbd>Alt ⌫</Kbd> 消す
          </KeyWords>
        )}
      </Line>
      {undo}
      <EntryRows entry={entry} onRemove={onRemove} />
      {isOpen && (
        <Line>
          <QuietButton startIcon={<Icon name="plus" size={16} />} onClick={entry.add} endIcon={<Kbd>N</Kbd>}>
            品物を足す
          </QuietButton>
        </Line>
      )}
      {masters.hasNoConditions && (
        <Notice tone="wait" title="状態がまだ登録されていません">
          管理者が「事前査定の設定」で状態と価格テンプレートを登録すると、目安が出ます。
        </Notice>
      )}
      {prices.hasFailed && (
        <Notice
          tone="late"
          role="alert"
          title="金額を調べられませんでした"
          actions={
            <button type="button" onClick={prices.retry}>
              もう一度調べる
            </button>
          }
        >
          入力した内容は残っています。つながると、続きから調べられます。
        </Notice>
      )}
    </>
  )
}

/** A new pre-assessment begins in its first field. */
function useFirstRow({ isOpen, rows, add, query }: Entry): void {
  const isEmpty = isOpen && query.isSuccess && rows.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is nothing yet
  useEffect(() => {
    if (isEmpty) add()
  }, [isEmpty])
}

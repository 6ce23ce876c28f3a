import { EntryPaper } from './entry-paper.tsx'
import { assessmentQuery } from './entry-queues.ts'
import { HandDialog } from './hand-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { PreAssessment } from './pre-assessment-words.ts'
import { ProspectDialog } from './prospect-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { Entry } from './use-entry.ts'

export type Sheet = 'prospect' | 'hand' | 'send' | 'paper' | 'hand-over'

type Props = {
  entry: Entry
  data: PreAssessment
  sheet: Sheet | undefined
  onOpen: (sheet: Sheet) => void
  onClose: () => void
}

/** The dialog in front of the entry. */
export function EntrySheets({ entry, data, sheet, onOpen, onClose }: Props) {
  const { line, id, client } = entry
  const put = (next: PreAssessment) => client.setQueryData(assessmentQuery(id).queryKey, next)
  if (sheet === 'paper') return <EntryPaper entry={entry} onDone={onClose} />
  if (sheet === 'prospect')
    return (
      <ProspectDialog
        prospect={data.prospectDetail}
        onChoose={(prospect) => {
          entry.editHead({ prospect })
          void entry.head.flush(String(id))
        }}
        onClose={onClose}
      />
    )
  if (sheet === 'hand' && line)
    return (
      <HandDialog
        title={[line.row.brandName, line.row.categoryName].filter(Boolean).join(' ')}
        hand={line.row.hand}
        band={{ low: line.named?.low ?? null, high: line.named?.high ?? null }}
        onHand={(hand) => entry.edit(line.row.slug, { hand })}
        onClose={onClose}
      />
    )
  if (sheet === 'hand-over')
    return (
      <HandOverDialog
        data={data}
        settled={entry.settled}
        onDone={(done) => {
          entry.close()
          put(done)
        }}
        onOther={onOpen}
        onClose={onClose}
      />
    )
  if (sheet === 'send')
    return (
      <SendDialog
        data={data}
        settled={entry.settled}
        onSent={(sent) => {
          entry.close()
          put(sent)
        }}
        onClose={onClose}
      />
    )
  return null
}

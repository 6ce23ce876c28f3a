import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { CsvEncodingDialog } from '#web/ui/csv-encoding-dialog.tsx'

export function LedgerCsv({ filter }: { filter: object }) {
  return (
    <CsvEncodingDialog
      title="古物台帳をCSVで保存"
      lead="いまの条件に合う記載を、古い順にすべて保存します。保存したことは記録に残ります。"
      check={queryOf(antiqueLedgerCalls.csvCheck, { query: filter })}
      save={(chosen, checked) => (
        <PersonalCsvButton
          name="古物台帳"
          load={(options) =>
            ask(antiqueLedgerCalls.csv, {
              query: { ...filter, ...chosen, ...(checked && { until: checked.until }) },
              ...options,
            })
          }
        />
      )}
    />
  )
}

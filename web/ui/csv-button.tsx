import { useState } from 'react'
import { downloadCsv } from '#web/lib/download.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.tsx'

/** Saves a list as a CSV file. The call answers the text; what went wrong is said in words. */
export function CsvButton({ name, load }: { name: string; load: () => Promise<string> }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      downloadCsv(name, await load())
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
    setSaving(false)
  }
  return (
    <QuietButton startIcon={<Icon name="download" size={16} />} pending={saving} onClick={() => void save()}>
      CSVを保存する
    </QuietButton>
  )
}

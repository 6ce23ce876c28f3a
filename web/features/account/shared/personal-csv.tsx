import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { useReauthenticate } from './reauthenticate.tsx'

type Props = { name: string; load: (options: FileOptions) => Promise<Blob> }

/** For files with personal data, which need a sign-in of the last minutes. */
export function PersonalCsvButton({ name, load }: Props) {
  const { confirmed, dialog } = useReauthenticate()
  return (
    <>
      <CsvButton name={name} load={(options) => confirmed(() => load(options))} />
      {dialog}
    </>
  )
}

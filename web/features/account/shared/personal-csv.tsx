import { CancelError } from '#web/lib/api-error.ts'
import { errorCode } from '#web/lib/errors.ts'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { useReauthenticate } from './reauthenticate.tsx'

type Props = { name: string; load: (options: FileOptions) => Promise<Blob> }

/** For files with personal data, which need a sign-in of the last minutes. */
export function PersonalCsvButton({ name, load }: Props) {
  const { confirmed, dialog } = useReauthenticate()
  const confirmedFile = async (options: FileOptions) => {
    try {
      return await confirmed(() => load(options))
    } catch (error) {
      throw errorCode(error) === 'reauthentication_required' ? new CancelError() : error
    }
  }
  return (
    <>
      <CsvButton name={name} load={confirmedFile} />
      {dialog}
    </>
  )
}

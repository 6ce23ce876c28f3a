import { useState } from 'react'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { ApiError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useUploads } from '#web/lib/use-uploads.ts'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Row as Line } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { assessmentQuery } from './entry-queues.ts'
import type { Row } from './entry-types.ts'
import type { Entry } from './use-entry.ts'

type Props = { entry: Entry; item: number; row: Row }

/** The photos of an article; once it was handed out they can only be looked at. */
export function EntryPhotos(props: Props) {
  const { photos } = props.row
  if (props.entry.isOpen) return <OpenPhotos {...props} />
  if (photos.length === 0) return null
  return (
    <section aria-label="写真">
      <Line>
        {photos.map(({ id, url, thumbnailUrl }, index) => (
          <a key={id} href={url} target="_blank" rel="noreferrer">
            <img
              src={thumbnailUrl}
              alt={`写真${index + 1}`}
              width={88}
              height={88}
              style={{ objectFit: 'cover' }}
            />
          </a>
        ))}
      </Line>
    </section>
  )
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

function OpenPhotos({ entry: { id, client }, item, row }: Props) {
  const [problem, setProblem] = useState<string>()
  const readAgain = () => client.invalidateQueries({ queryKey: assessmentQuery(id).queryKey })
  const uploads = useUploads(
    (body: FormData) => ask(preAssessmentCalls.addPhoto, { params: { assessmentPk: id, id: item }, body }),
    { onSent: () => void readAgain() },
  )
  const stored = row.photos.map(({ id: photo, thumbnailUrl }) => ({
    ...{ key: `stored-${photo}`, url: thumbnailUrl, state: 'done' as const },
  }))
  const known = new Set(row.photos.map(({ id: photo }) => photo))
  const own = uploads.photos.filter(({ key }) => !known.has(uploads.resultOf(key)?.id ?? -1))
  const remove = async (key: string) => {
    setProblem(undefined)
    const kept = row.photos.find(({ id: photo }) => key === `stored-${photo}`) ?? (await uploads.landed(key))
    try {
      if (kept) await ask(preAssessmentCalls.removePhoto, { params: { assessmentPk: id, id: kept.id } })
    } catch (error) {
      // Somebody else may have been faster.
      if (!isGone(error)) return setProblem(sentenceFor(error))
    }
    for (const photo of uploads.photos)
      if (photo.key === key || (kept && uploads.resultOf(photo.key)?.id === kept.id))
        uploads.discard(photo.key)
    await readAgain()
  }
  return (
    <>
      <PhotoInput
        label="写真"
        photos={[...stored, ...own]}
        onAdd={uploads.add}
        onRetry={uploads.retry}
        onRemove={(key) => void remove(key)}
      />
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </>
  )
}

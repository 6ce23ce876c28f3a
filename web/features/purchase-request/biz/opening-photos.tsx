import { styled } from '@mui/material/styles'
import { isUndecided, requestStatus as R } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import type { BizRequest } from '../shared/biz/types.ts'

const Photos = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 8,
  '& li': { display: 'grid', justifyItems: 'start', gap: 2 },
  '& img': { width: 96, height: 96, objectFit: 'cover', borderRadius: 8 },
})

type Request = Pick<BizRequest, 'id' | 'status' | 'arrivedBoxCount' | 'countObjections' | 'openingPhotos'>

/** As long as others may be taken, and nobody argues about what was in the box. */
const mayRemove = ({ status, arrivedBoxCount, countObjections }: Request): boolean =>
  (isUndecided(status) || (status === R.IN_TRANSIT && arrivedBoxCount > 0)) && countObjections.length === 0

export function OpeningPhotos({ request }: { request: Request }) {
  const remove = useMutationOf(purchaseRequestCalls.removeOpeningPhoto)
  const confirm = useConfirm()
  const drop = async (id: number, place: number) => {
    const isSure = await confirm({
      title: `開封の写真の${place}枚目を消しますか?`,
      body: 'お客さまの画面からも消えます。消した写真は元に戻せません。',
      confirm: '消す',
      danger: true,
    })
    // The error is shown below the photos.
    if (isSure)
      await remove.mutateAsync({ params: { purchaseRequestPk: request.id, id } }).catch(() => undefined)
  }
  if (request.openingPhotos.length === 0) return null
  return (
    <>
      <Photos aria-label="開封の写真">
        {request.openingPhotos.map(({ id, url, thumbnailUrl }, index) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer">
              <img src={thumbnailUrl} alt={`開封の写真${index + 1}`} loading="lazy" />
            </a>
            {mayRemove(request) && (
              <QuietButton size="small" disabled={remove.isPending} onClick={() => void drop(id, index + 1)}>
                {index + 1}枚目を消す
              </QuietButton>
            )}
          </li>
        ))}
      </Photos>
      {remove.error && <ErrorText role="alert">{sentenceFor(remove.error)}</ErrorText>}
    </>
  )
}

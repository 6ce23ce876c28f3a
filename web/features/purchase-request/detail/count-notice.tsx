import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatPhone } from '#contract/text'
import { PhotoGallery } from '#web/features/assessment/shared/photo-gallery.tsx'
import { shortDateTime } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

const Matter = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: 14,
  borderColor: theme.okuru.palette.warning.main,
  '& h2': { ...theme.typography.h3, fontSize: 18 },
  '& .shown': { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', gap: 16, alignItems: 'center' },
  '& .shown > button': { padding: 0, border: 0, background: 'none', cursor: 'pointer', borderRadius: 12 },
  '& .shown[data-bare]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '4px 12px' },
  '& dt': { fontSize: 13, color: theme.okuru.palette.font.sub, alignSelf: 'baseline' },
  '& dd': { textAlign: 'right', fontSize: 22, fontWeight: 700, fontVariantNumeric: 'tabular-nums' },
  '& dd small': { marginLeft: 2, fontSize: 13, fontWeight: 400 },
  '& .MuiButton-root': { maxWidth: 360 },
}))

export const isCountOpen = ({ status, countObjections }: PurchaseRequest): boolean =>
  status < S.ANSWERED || countObjections.some(({ answeredAt }) => answeredAt === null)

const differs = ({ itemCount, arrivedItemCount }: PurchaseRequest): boolean =>
  itemCount !== null && arrivedItemCount !== null && itemCount !== arrivedItemCount

export function CountNotice({ request }: { request: PurchaseRequest }) {
  const [asking, setAsking] = useState(false)
  const said = request.countObjections
  if (!differs(request) && said.length === 0) return null
  const { shopName, shipTo } = request
  return (
    <Matter aria-label="届いた点数">
      <h2>{differs(request) ? '届いた点数が、お申し込みと違います' : '点数についてのやりとり'}</h2>
      <Numbers request={request} />
      {said.map(({ id, text, at, answer, answeredAt }) => (
        <Stack key={id} gap={8}>
          <Notice title={`お客さまから(${shortDateTime(at)})`}>{text}</Notice>
          {answeredAt ? (
            <Notice tone="ok" title={`${shopName}からのお返事(${shortDateTime(answeredAt)})`}>
              {answer}
            </Notice>
          ) : (
            <Muted style={{ fontSize: 13 }}>
              お店に伝わっています。お店がもう一度確かめて、お返事します。お返事はメールとこのページでお知らせします。
            </Muted>
          )}
        </Stack>
      ))}
      {request.mayObjectToCount && (
        <>
          <p style={{ fontSize: 13 }}>
            お心当たりと違うときは、{shopName}へお知らせください。お電話(
            <a href={`tel:${shipTo.phone}`}>{formatPhone(shipTo.phone)}</a>)でも承ります。
          </p>
          <MainButton onClick={() => setAsking(true)}>点数が違うと知らせる</MainButton>
        </>
      )}
      {asking && <ObjectionDialog request={request} onClose={() => setAsking(false)} />}
    </Matter>
  )
}

function Numbers({ request }: { request: PurchaseRequest }) {
  const [at, setAt] = useState<number>()
  const { itemCount, arrivedItemCount, openingPhotos } = request
  const [photo] = openingPhotos
  return (
    <div className="shown" data-bare={photo ? undefined : ''}>
      {photo && (
        <button type="button" aria-label="開封の写真を大きく見る" onClick={() => setAt(0)}>
          <PhotoFrame style={{ aspectRatio: '1' }}>
            <img src={photo.thumbnailUrl || photo.url} alt="" />
          </PhotoFrame>
        </button>
      )}
      <div>
        <dl>
          <dt>お申し込みの点数</dt>
          <dd>
            {itemCount ?? '—'}
            <small>点</small>
          </dd>
          <dt>お店で数えた点数</dt>
          <dd>
            {arrivedItemCount ?? '—'}
            <small>点</small>
          </dd>
        </dl>
        {!photo && (
          <Muted style={{ fontSize: 13 }}>開封の写真は、お店が送りしだいここでご覧いただけます。</Muted>
        )}
      </div>
      <PhotoGallery
        photos={openingPhotos}
        at={at}
        title="開封の写真"
        onAt={setAt}
        onClose={() => setAt(undefined)}
      />
    </div>
  )
}

type DialogProps = { request: PurchaseRequest; onClose: () => void }

function ObjectionDialog({ request, onClose }: DialogProps) {
  const show = useShowRequest()
  const object = useMutationOf(purchaseRequestCalls.objectToCount, { waits: true, rereadsOnError: true })
  const form = useShortForm(purchaseRequestCalls.objectToCount, {
    labels: { text: 'どのように違いますか' },
    blank: { text: 'どのように違うか、ひとことお書きください。' },
    defaultValues: { text: '' },
    draft: `objection-${request.id}`,
  })
  return (
    <FormDialog
      form={form}
      title="点数が違うと知らせる"
      confirm={`${request.shopName}に知らせる`}
      Confirm={NextButton}
      send={async (body) => {
        show(await object.mutateAsync({ params: { id: request.id }, body }))
        notify.done('お店にお知らせしました')
      }}
      onClose={onClose}
    >
      <p style={{ fontSize: 13 }}>
        お申し込みは{request.itemCount}点、お店で数えたのは{request.arrivedItemCount}
        点です。お店が箱と袋をもう一度確かめて、お返事します。
      </p>
      <TextArea
        required
        help="例 12点入れました。ニットは小さい袋にまとめてあります。"
        maxLength={1000}
        {...form.field('text')}
      />
    </FormDialog>
  )
}

import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatYen } from '#contract/text'
import { NextButton } from '#web/ui/button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Thumb } from './deck-list.tsx'
import type { AssessedItem } from './shared/assessment-types.ts'

const Fan = styled('div')({
  display: 'flex',
  justifyContent: 'center',
  marginTop: -28,
  '&& > *': {
    width: 104,
    height: 132,
    borderRadius: 14,
    boxShadow: '0 6px 18px rgb(16 32 63 / 0.22)',
    marginInline: -6,
  },
  '& > :nth-of-type(1):not(:last-of-type)': { transform: 'rotate(-6deg)' },
  '& > :nth-of-type(2)': { zIndex: 1 },
  '& > :nth-of-type(3)': { transform: 'rotate(6deg)' },
})

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  listStyle: 'none',
  counterReset: 'step',
  fontWeight: 600,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 40, counterIncrement: 'step' },
  '& li::before': {
    content: 'counter(step)',
    flex: 'none',
    width: 26,
    height: 26,
    borderRadius: '50%',
    textAlign: 'center',
    fontSize: 13,
    lineHeight: '26px',
    color: theme.okuru.palette.primary.main,
    background: theme.okuru.palette.primary.lighter,
  },
}))

/** Seconds that reading one article takes. */
const reading = 20

type Props = {
  items: readonly AssessedItem[]
  returnCost: number
  started: boolean
  onStart: () => void
  onList: () => void
  children: ReactNode
}

/** What was found in all, and how to answer: the first screen on a phone. */
export function ResultSummary({ items, returnCost, started, onStart, onList, children }: Props) {
  const photos = items.flatMap(({ images }) => images.slice(0, 1)).slice(0, 3)
  const minutes = Math.max(1, Math.round((items.length * reading) / 60))
  return (
    <>
      {photos.length > 0 && (
        <Fan aria-hidden>
          {photos.map((photo) => (
            <Thumb key={photo.id}>
              <img src={photo.thumbnailUrl || photo.url} alt="" width={104} height={132} />
            </Thumb>
          ))}
        </Fan>
      )}
      {children}
      <Steps>
        <li>写真と値段を、1点ずつ見る</li>
        <li>売るか、返してもらうかを選ぶ</li>
        <li>一覧で確かめて、お返事する</li>
      </Steps>
      <p style={{ fontSize: 13 }}>
        {`返送料は${returnCost === 0 ? '¥0です' : `${formatYen(returnCost)}です(お返しする品があるときだけ)`}。途中でやめても、続きから選べます。`}
      </p>
      <div>
        <NextButton onClick={onStart}>{started ? '続きから見る' : `1点ずつ見る(約${minutes}分)`}</NextButton>
        <div style={{ display: 'grid', justifyItems: 'center' }}>
          <TextButton type="button" onClick={onList} style={{ justifySelf: 'center', fontWeight: 700 }}>
            一覧でまとめて選ぶ
          </TextButton>
        </div>
      </div>
    </>
  )
}

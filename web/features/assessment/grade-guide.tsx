import { styled } from '@mui/material/styles'
import { gradeBandLabel } from '#contract/codes'
import { QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { GradeExample } from './grade-example.tsx'

export type Band = keyof typeof gradeBandLabel

const meaning: Readonly<Record<Band, string>> = {
  S: 'タグ付き、または一度も着ていないように見える品です。',
  A: '着用はありますが、目立つ傷や汚れがない品です。',
  B: '袖口や裾の毛羽立ちなど、ふだん着た跡がある品です。',
  C: '小さな汚れやほつれなど、直しや手入れの要る品です。',
  D: '穴や大きなしみなど、着るのに差し支えのある品です。',
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '92px minmax(0, 1fr)',
    gap: 14,
    alignItems: 'center',
    padding: 8,
    fontSize: 13,
    lineHeight: 1.6,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 14,
  },
  '& li[aria-current]': {
    borderColor: theme.okuru.palette.primary.main,
    background: theme.okuru.palette.primary.lightest,
  },
  '& b': { display: 'block', fontSize: 14 },
  '& svg': { display: 'block', width: '100%', height: 'auto', borderRadius: 10 },
}))

type Props = { band: Band | undefined; onClose: () => void }

/** What each grade looks like; the one of the article is marked. */
export default function GradeGuide({ band, onClose }: Props) {
  return (
    <Dialog
      open
      title="状態のランクと例"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <List>
        {(Object.keys(gradeBandLabel) as Band[]).map((each) => (
          <li key={each} aria-current={each === band ? 'true' : undefined}>
            <GradeExample band={each} />
            <span>
              <b>{`${each} ${gradeBandLabel[each]}`}</b>
              {meaning[each]}
              {each === band && <b>この品のランクです</b>}
            </span>
          </li>
        ))}
      </List>
      <p style={{ marginTop: 12, fontSize: 13 }}>
        上・中・下は、同じランクの中での状態です。上がいちばん良い状態です。
      </p>
    </Dialog>
  )
}

import { styled } from '@mui/material/styles'
import { type Grade, gradeBandLabel, gradeShort, gradeStepLabel } from '#contract/codes'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { ErrorText, LabelRow, LabelText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

type Band = keyof typeof gradeBandLabel
export const bands = Object.keys(gradeBandLabel) as Band[]
export const bandKeys = ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT'] as const
export const levels = [1, 2, 3] as const

const shortLabels: Record<Band, string> = {
  S: '新品同様',
  A: '美品',
  B: '使用感',
  C: '傷み',
  D: '難あり',
}

const bandOf = (grade: Grade | null): Band | undefined => grade?.slice(0, 1) as Band | undefined

/** Keeps the level within a band; a new band starts in its middle. */
export function gradeOfBand(grade: Grade | null, band: Band): Grade {
  return bandOf(grade) === band && grade ? grade : `${band}_2`
}

export function gradeOfLevel(grade: Grade | null, level: (typeof levels)[number]): Grade | null {
  const band = bandOf(grade)
  return band ? `${band}_${level}` : null
}

const Bands = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: 6,
    '& button': {
      minHeight: 44,
      padding: '3px 0',
      border: `1px solid ${palette.border.strong}`,
      borderRadius: 8,
      fontWeight: 700,
      lineHeight: 1.35,
      background: palette.bg.paper,
      cursor: 'pointer',
    },
    '& small': { display: 'block', fontSize: 10, fontWeight: 400, color: palette.font.sub },
    '& button:hover': { background: palette.bg.header },
    '& button[aria-pressed="true"], & button[aria-pressed="true"] small': {
      color: palette.primary.contrastText,
      background: palette.primary.main,
      borderColor: palette.primary.main,
    },
    '& button:disabled': { cursor: 'default' },
  }
})

const Levels = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  '& button': {
    minWidth: 28,
    minHeight: 24,
    padding: '0 6px',
    border: `1px solid ${theme.okuru.palette.border.strong}`,
    borderRadius: 6,
    fontSize: 12,
    fontWeight: 700,
    lineHeight: 1,
    background: theme.okuru.palette.bg.paper,
    cursor: 'pointer',
    [BY_FINGER]: { minWidth: 44, minHeight: 44 },
  },
  '& button[aria-pressed="true"]': {
    color: theme.okuru.palette.primary.contrastText,
    background: theme.okuru.palette.primary.main,
    borderColor: theme.okuru.palette.primary.main,
  },
}))

type Props = {
  grade: Grade | null
  onGrade: (grade: Grade) => void
  readOnly: boolean
  error?: string
}

export function GradeField({ grade, onGrade, readOnly, error }: Props) {
  const band = bandOf(grade)
  return (
    <fieldset aria-label="グレード">
      <LabelRow>
        <LabelText>グレード</LabelText>
        {band && (
          <Levels>
            {levels.map((level) => (
              <button
                key={level}
                type="button"
                disabled={readOnly}
                aria-pressed={grade === `${band}_${level}`}
                onClick={() => onGrade(`${band}_${level}`)}
              >
                {gradeStepLabel[level]}
              </button>
            ))}
          </Levels>
        )}
        <span className="end">
          <Kbd>Q</Kbd>–<Kbd>T</Kbd> <Kbd>1</Kbd>–<Kbd>3</Kbd>
        </span>
      </LabelRow>
      <Bands>
        {bands.map((each) => (
          <button
            key={each}
            type="button"
            disabled={readOnly}
            aria-pressed={each === band}
            title={gradeBandLabel[each]}
            onClick={() => onGrade(gradeOfBand(grade, each))}
          >
            {each === band && grade ? gradeShort(grade) : each}
            <small>{shortLabels[each]}</small>
          </button>
        ))}
      </Bands>
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

import { type CSSObject, styled, type Theme } from '@mui/material/styles'

export const controlStyle = (theme: Theme): CSSObject => {
  const { palette, radius, size, font } = theme.okuru
  return {
    width: '100%',
    minHeight: size.field,
    padding: theme.okuru.variant === 'biz' ? '4px 12px' : '8px 14px',
    fontSize: font.field,
    lineHeight: 1.5,
    color: palette.font.main,
    backgroundColor: palette.bg.paper,
    border: `1px solid ${palette.border.strong}`,
    borderRadius: radius.field,
    transition: 'border-color 120ms, box-shadow 120ms',
    // iOS zooms in on smaller text fields.
    '@media (pointer: coarse)': { fontSize: 16 },
    '&::placeholder': { color: palette.font.sub, opacity: 1 },
    '&:focus': {
      outline: '2px solid transparent',
      borderColor: palette.primary.main,
      boxShadow: `0 0 0 3px ${palette.primary.lighter}`,
    },
    '&[aria-invalid="true"]': { borderColor: palette.error.main },
    '&[aria-invalid="true"]:focus': { boxShadow: `0 0 0 3px ${palette.error.bg}` },
    '&[readonly]': { backgroundColor: palette.bg.sunken, borderColor: palette.border.medium },
  }
}

export const Input = styled('input')(({ theme }) => controlStyle(theme))

export const TextBox = styled('textarea')(({ theme }) => ({
  ...controlStyle(theme),
  minHeight: theme.okuru.size.field * 2,
  resize: 'vertical',
  fieldSizing: 'content',
}))

export const SelectBox = styled('select')(({ theme }) => ({
  ...controlStyle(theme),
  appearance: 'none',
  paddingRight: 36,
  // The arrow is two gradients: the CSP allows no data: images.
  backgroundColor: theme.okuru.palette.bg.paper,
  backgroundImage: `linear-gradient(45deg, transparent 50%, ${theme.okuru.palette.font.sub} 50%), linear-gradient(-45deg, transparent 50%, ${theme.okuru.palette.font.sub} 50%)`,
  backgroundSize: '5px 5px',
  backgroundPosition: 'right 19px center, right 14px center',
  backgroundRepeat: 'no-repeat',
  textOverflow: 'ellipsis',
}))

const labelStyle = (theme: Theme): CSSObject => ({
  fontSize: theme.okuru.variant === 'biz' ? 12 : 14,
  fontWeight: 700,
  lineHeight: 1.5,
})

export const Label = styled('label')(({ theme }) => labelStyle(theme))

export const LabelText = styled('span')(({ theme }) => labelStyle(theme))

const Need = styled('span', { shouldForwardProp: (name) => name !== 'required' })<{ required: boolean }>(
  ({ theme, required }) => ({
    flex: 'none',
    fontSize: 11,
    fontWeight: 700,
    lineHeight: '18px',
    padding: '0 6px',
    borderRadius: 4,
    color: required ? theme.okuru.palette.error.main : theme.okuru.palette.font.sub,
    background: required ? theme.okuru.palette.error.bg : theme.okuru.palette.bg.sunken,
  }),
)

export function NeedMark({ required }: { required: boolean | undefined }) {
  return required === undefined ? null : <Need required={required}>{required ? '必須' : '任意'}</Need>
}

export const LabelRow = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginBottom: 4,
  '& > .end': { marginLeft: 'auto' },
})

export const HelpText = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: 12,
  lineHeight: 1.6,
  color: theme.okuru.palette.font.sub,
  marginBottom: 6,
}))

export const ErrorText = styled('span')(({ theme }) => ({
  display: 'block',
  marginTop: 6,
  fontSize: theme.okuru.variant === 'biz' ? 12 : 13,
  fontWeight: 700,
  lineHeight: 1.5,
  color: theme.okuru.palette.error.main,
}))

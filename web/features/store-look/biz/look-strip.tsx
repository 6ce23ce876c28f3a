import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { LookTheme } from '#web/app/theme/store-theme-provider.tsx'
import type { StoreLook } from '#web/app/theme/stores.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stack } from '#web/ui/page.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { LookLogo } from '#web/ui/store-logo.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { ContrastVerdict, verdictOn } from './contrast-verdict.tsx'
import { LookPreview } from './look-preview.tsx'

const Sample = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    height: 48,
    padding: '0 12px',
    overflow: 'hidden',
    color: palette.brand.contrastText,
    background: palette.brand.main,
    borderRadius: 10,
    '& .MuiButton-root': { width: 'auto', minHeight: 32, padding: '0 16px', fontSize: 13, flex: 'none' },
  }
})

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  fontSize: 12,
  fontWeight: 700,
  '& [data-tone="late"]': { color: theme.okuru.palette.error.main },
  '& [data-tone="ok"]': { color: theme.okuru.palette.success.main },
  '& button': { flex: 'none', minHeight: 44 },
}))

/** On a narrow screen: the bar and the button stay in sight while the form is filled in, the rest is one press away. */
export function LookStrip({ look }: { look: StoreLook }) {
  const [open, setOpen] = useState(false)
  const { tone, title } = verdictOn(look)
  const close = () => setOpen(false)
  return (
    <StickyBar>
      <LookTheme look={look}>
        <Sample inert>
          <LookLogo look={look} height={20} />
          <NextButton>買取を申し込む</NextButton>
        </Sample>
      </LookTheme>
      <Line>
        <span role="status" data-tone={tone}>
          {title}
        </span>
        <TextButton type="button" onClick={() => setOpen(true)}>
          見え方をすべて見る
        </TextButton>
      </Line>
      <Dialog
        open={open}
        title="お客さまに見える形"
        onClose={close}
        actions={<QuietButton onClick={close}>入力に戻る</QuietButton>}
      >
        <Stack gap={12}>
          <ContrastVerdict palette={look} accent={look.accent} />
          <LookPreview look={look} />
        </Stack>
      </Dialog>
    </StickyBar>
  )
}

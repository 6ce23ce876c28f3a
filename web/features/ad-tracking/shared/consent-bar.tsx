import { Global } from '@emotion/react'
import { styled, useTheme } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { storeConsent, useConsent } from '#web/lib/measurement.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { LOW_SCREEN } from '#web/ui/sticky-bar.tsx'

const Bar = styled('section')(({ theme }) => {
  const { palette, radius, shadow } = theme.okuru
  return {
    position: 'fixed',
    insetInline: 0,
    bottom: 'var(--shell-bottom, 0px)',
    // Under a sticky bar, which then stands on this one.
    zIndex: theme.zIndex.appBar - 1,
    padding: '12px 16px calc(4px + max(8px, var(--sticky-bar, 0px)) + env(safe-area-inset-bottom))',
    background: palette.bg.paper,
    borderTop: `1px solid ${palette.border.main}`,
    [LOW_SCREEN]: { position: 'static' },
    [theme.breakpoints.up('md')]: {
      insetInline: '24px auto',
      bottom: 24,
      width: 400,
      padding: 16,
      border: `1px solid ${palette.border.main}`,
      borderRadius: radius.card,
      boxShadow: shadow.bar,
    },
    '& h2': { fontSize: 14, lineHeight: 1.6 },
    '& p': { margin: '0 0 8px', fontSize: 12, lineHeight: 1.6 },
    '& p a': { whiteSpace: 'nowrap' },
    '& div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
    '& .MuiButton-root': { minHeight: 44, padding: '4px 12px', fontSize: 14 },
  }
})

/** So that the end of the page can be scrolled above it. */
const ROOM = 172

/** Both choices look alike, so that neither is suggested. */
export function ConsentBar() {
  const theme = useTheme()
  if (useConsent() !== null) return null
  return (
    <Bar aria-label="閲覧の記録について">
      <Global
        styles={{
          body: {
            [theme.breakpoints.down('md')]: { paddingBottom: ROOM },
            [LOW_SCREEN]: { paddingBottom: 0 },
          },
        }}
      />
      <h2>閲覧の記録にご協力いただけますか</h2>
      <p>
        サイトの改善と広告の効果を知るためです。
        <Link to="/privacy" hash="measurement">
          くわしく見る
        </Link>
      </p>
      <div>
        <QuietButton onClick={() => storeConsent('denied')}>記録しない</QuietButton>
        <QuietButton onClick={() => storeConsent('granted')}>記録してよい</QuietButton>
      </div>
    </Bar>
  )
}

import { styled } from '@mui/material/styles'
import { QuietButton } from '#web/ui/button.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Page, Stack } from '#web/ui/page.tsx'

const Works = styled('section')(({ theme }) => ({
  padding: 20,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& h2': { fontSize: 16, marginBottom: 8 },
  '& ul': { display: 'grid', gap: 8, paddingLeft: 20, fontSize: 14 },
  '& li': { listStyle: 'disc' },
}))

/** Where a visit begins without a connection. What it was to show appears when the connection is back. */
export default function OfflinePage() {
  return (
    <Page
      title="通信が切れています"
      lead="つながると、このページは自動でひらきます。電波の届く場所で、そのままお待ちください。"
    >
      <Stack gap={16}>
        <Works>
          <h2>いまできること</h2>
          <ul>
            <li>ご利用の流れと、よくあるご質問をご覧いただけます。</li>
            <li>入力の途中だった内容は、この端末に残っています。つながってから、続きをご入力ください。</li>
          </ul>
        </Works>
        <Works>
          <h2>つながってからご覧いただけること</h2>
          <ul>
            <li>お申し込み、査定結果、残高。大切な情報のため、この端末には残していません。</li>
            <li>お店、ブランド、買取実績のご案内。</li>
          </ul>
        </Works>
        <NextLink to="/help">ご利用ガイドを読む</NextLink>
        <QuietButton onClick={() => window.location.reload()}>もう一度試す</QuietButton>
      </Stack>
    </Page>
  )
}

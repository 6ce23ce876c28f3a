import { useParams } from '@tanstack/react-router'
import { termsCalls } from '#contract/terms'
import { operatorPending, useOperator } from '#web/features/company/shared/use-operator.ts'
import { useCall } from '#web/lib/query-client.ts'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Muted, Page } from '#web/ui/page.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { TermsText } from './terms-text.tsx'

export default function TermsPage() {
  const { version } = useParams({ strict: false })
  return version ? <TermsOf version={version} /> : <CurrentTerms />
}

function CurrentTerms() {
  return <Shown terms={useCall(termsCalls.current)} title="利用規約" />
}

function TermsOf({ version }: { version: string }) {
  const terms = useCall(termsCalls.byVersion, { params: { termsVersion: version } })
  return <Shown terms={terms} title={`利用規約(${version}版)`} />
}

type Reading = ReturnType<typeof useCall<typeof termsCalls.current>>

function Shown({ terms, title }: { terms: Reading; title: string }) {
  return (
    <Page title={title}>
      {terms.isPending && <Loading skeleton={<Lines count={12} />} />}
      {terms.isError && (
        <FailedRead
          read={terms}
          missing="この版の利用規約は見つかりませんでした。"
          action={<MainLink to="/terms">いまの利用規約を見る</MainLink>}
        />
      )}
      {terms.data && <TermsText terms={terms.data} />}
      {terms.data && <Author />}
    </Page>
  )
}

function Author() {
  const operator = useOperator()
  if (operator === undefined) return null
  return (
    <p style={{ marginTop: 32 }}>
      <Muted>{operator ? `運営 ${operator.name}` : operatorPending}</Muted>
    </p>
  )
}

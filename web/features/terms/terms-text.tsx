import { formatDateJa } from '#contract/day'
import type { termsCalls } from '#contract/terms'
import { articlesOf } from '#contract/terms-text'
import type { AskResult } from '#web/lib/ask.ts'
import { Muted } from '#web/ui/page.tsx'
import { Prose } from './prose.tsx'

export function TermsText({ terms }: { terms: AskResult<typeof termsCalls.current> }) {
  return (
    <Prose>
      <p>
        <Muted>
          {formatDateJa(terms.effectiveOn)}から適用({terms.version}版)
        </Muted>
      </p>
      {articlesOf(terms.body).map(({ heading, text }) => (
        <section key={heading || text.slice(0, 40)} style={{ marginTop: 24 }}>
          {heading && <h2>{heading}</h2>}
          <p className="pre">{text}</p>
        </section>
      ))}
    </Prose>
  )
}

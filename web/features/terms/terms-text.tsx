import { formatDateJa } from '#contract/day'
import type { termsCalls } from '#contract/terms'
import type { AskResult } from '#web/lib/ask.ts'
import { Muted } from '#web/ui/page.tsx'
import { Prose } from './prose.tsx'

const HEADING = /^第[0-9０-９一二三四五六七八九十百]+条/

/** The text of a version in its articles: a line that begins with its number is a heading. */
export function articlesOf(body: string): { heading: string; text: string }[] {
  const articles: { heading: string; text: string }[] = []
  for (const line of body.split('\n')) {
    if (HEADING.test(line)) articles.push({ heading: line.trim(), text: '' })
    else if (articles.length === 0) articles.push({ heading: '', text: line })
    else {
      const last = articles[articles.length - 1]
      if (last) last.text = last.text ? `${last.text}\n${line}` : line
    }
  }
  return articles.map(({ heading, text }) => ({ heading, text: text.trim() }))
}

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

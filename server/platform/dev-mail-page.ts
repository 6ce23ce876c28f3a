import { formatDateTimeJa } from '#contract/day'
import { escapeHtml, linkedHtml } from './letter.ts'
import type { OutboxMail } from './mail.ts'

function article({ id, at, from, to, subject, text }: OutboxMail): string {
  return `<article id="mail-${escapeHtml(id)}" aria-labelledby="subject-${escapeHtml(id)}">
<h2 id="subject-${escapeHtml(id)}">${escapeHtml(subject)}</h2>
<dl>
<dt>宛先</dt><dd>${escapeHtml(to)}</dd>
<dt>差出人</dt><dd>${escapeHtml(from)}</dd>
<dt>日時</dt><dd><time datetime="${escapeHtml(at)}">${escapeHtml(formatDateTimeJa(at))}</time></dd>
</dl>
<pre>${linkedHtml(text)}</pre>
</article>`
}

function contents(mails: readonly OutboxMail[]): string {
  const entries = mails.map(
    ({ id, to, subject }) =>
      `<li><a href="#mail-${escapeHtml(id)}">${escapeHtml(subject)}</a>（${escapeHtml(to)}）</li>`,
  )
  return `<nav aria-label="メールの一覧"><ol>${entries.join('\n')}</ol></nav>`
}

const style = `body{font:16px/1.7 sans-serif;max-width:45rem;margin:0 auto;padding:1rem;color:#222;background:#fff}
article{border-top:1px solid #767676;padding:1rem 0}h1{font-size:1.4rem}h2{font-size:1.1rem;margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;margin:.5rem 0}dd{margin:0}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:1rem;margin:0}
a{color:#0645ad}a:focus-visible{outline:3px solid #0645ad}`

export function renderOutbox(mails: readonly OutboxMail[], styleNonce = ''): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>送信されたメール（開発用）</title>
<style nonce="${escapeHtml(styleNonce)}">${style}</style>
</head>
<body>
<main>
<h1>送信されたメール（開発用）</h1>
<p>開発中のメールは外へ送られず、ここに残ります。新しい順に ${mails.length} 件あります。</p>
${mails.length > 0 ? contents(mails) : '<p>メールはまだありません。</p>'}
${mails.map(article).join('\n')}
</main>
</body>
</html>
`
}

import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { findQuestions } from './faq.ts'

const List = styled('ul')(({ theme }) => ({
  marginTop: 12,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  // Over the lists of the page around it.
  '&&': { paddingLeft: 0 },
  '&& > li': { listStyle: 'none', padding: 0 },
  '& > li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 52,
    padding: '10px 18px',
    fontWeight: 700,
    wordBreak: 'auto-phrase',
    cursor: 'pointer',
    listStyle: 'none',
  },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& summary::after': { content: '"＋"', flex: 'none', color: theme.okuru.palette.font.sub },
  '& details[open] > summary::after': { content: '"−"' },
  '& details > div': { padding: '0 18px 16px', wordBreak: 'auto-phrase' },
  '& details a': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
}))

export function Faq() {
  const [search, setSearch] = useState('')
  const found = findQuestions(useDeferredValue(search))
  return (
    <>
      <TextField
        label="質問をさがす"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={60}
        value={search}
        help="例: 送料、口座、本人確認"
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" style={{ marginTop: 12, fontSize: 13 }}>
        {search.trim() !== '' &&
          (found.length > 0 ? `${found.length}件あります。` : 'あてはまる質問がありません。')}
      </p>
      {found.length > 0 ? (
        <List>
          {found.map(({ id, question, answer, to }) => (
            <li key={id}>
              <details>
                <summary>{question}</summary>
                <div>
                  <p>{answer}</p>
                  {to && <Link to={to.path}>{to.label}</Link>}
                </div>
              </details>
            </li>
          ))}
        </List>
      ) : (
        <>
          <p>言葉を短くするか、別の言葉でお試しください。</p>
          <Link to="/contact" style={{ lineHeight: '44px' }}>
            お問い合わせへ
          </Link>
        </>
      )}
    </>
  )
}

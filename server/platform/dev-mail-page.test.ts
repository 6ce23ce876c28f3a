// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { renderOutbox } from './dev-mail-page.ts'
import type { OutboxMail } from './mail.ts'

const mail = (change: Partial<OutboxMail> = {}): OutboxMail => ({
  id: '20261121000000000-000001-0123abcd',
  at: '2026-11-20T15:30:00.000Z',
  from: 'おくる <info@okuru.example>',
  to: 'hanako@example.com',
  subject: '登録の確認',
  text: '次のリンクを開いてください（https://okuru.example/signup?token=a&b=1）。',
  ...change,
})

const open = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test('shows each mail with its links ready to click, listed at the top in the order given', () => {
  const second = mail({ id: '20261120000000000-000001-0123abcd', subject: '前のメール', text: 'なし' })
  const page = open(renderOutbox([mail(), second], 'abc'))
  expect(page.documentElement.lang).toBe('ja')
  const link = page.querySelector<HTMLAnchorElement>('article a')
  expect(link?.href).toBe('https://okuru.example/signup?token=a&b=1')
  expect(page.querySelector('pre')?.textContent).toBe(mail().text)
  expect(page.querySelector('time')?.textContent).toBe('2026年11月21日(土) 00:30')
  const listed = [...page.querySelectorAll<HTMLAnchorElement>('nav a')]
  expect(listed.map((anchor) => anchor.textContent)).toEqual(['登録の確認', '前のメール'])
  for (const anchor of listed) expect(page.querySelector(anchor.getAttribute('href') ?? '')).not.toBeNull()
  expect(page.querySelector('style')?.getAttribute('nonce')).toBe('abc')
})

test('nothing a mail holds becomes markup', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const text = `${evil} https://x.example/"onmouseover="alert(1) javascript:alert(1)`
  const page = open(renderOutbox([mail({ subject: evil, text, to: evil, from: evil })]))
  expect(page.querySelectorAll('script, img, [onmouseover]')).toHaveLength(0)
  expect([...page.querySelectorAll('pre a')].map((anchor) => anchor.getAttribute('href'))).toEqual([
    'https://x.example/',
  ])
  expect(page.querySelector('h2')?.textContent).toBe(evil)
})

test('an empty outbox says so', () => {
  expect(open(renderOutbox([])).querySelector('main')?.textContent).toContain('メールはまだありません。')
})

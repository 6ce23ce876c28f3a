import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keepPhrases } from './phrases.ts'

const BREAK = '\u200b'
let stop = () => {}
afterEach(() => {
  stop()
  cleanup()
})

const Page = ({ title, name }: { title: string; name?: string }) => (
  <main id="main">
    <h1>{title}</h1>
    {name && (
      <p>
        {name}さまのお申し込みを<b>たしかに</b>お受けしました
      </p>
    )}
    <output>振込先の口座をご確認ください</output>
  </main>
)
const titleText = () => screen.getByRole('heading').textContent

test('breaks stand between phrases, and nothing else of the text changes', async () => {
  const page = render(<Page title="ブランド古着を箱に入れて送るだけ" />)
  stop = keepPhrases()
  expect(titleText()?.split(BREAK)).toEqual(['ブランド古着を', '箱に', '入れて', '送るだけ'])
  // Values are not prose.
  expect(screen.getByRole('status').textContent).toBe('振込先の口座をご確認ください')

  page.rerender(<Page title="査定結果をご覧いただけます" name="山田 花子" />)
  await waitFor(() => expect(titleText()).toContain(BREAK))
  expect(titleText()?.replaceAll(BREAK, '')).toBe('査定結果をご覧いただけます')
  const words = document.querySelector('p')
  await waitFor(() => expect(words?.textContent).toContain(BREAK))
  expect(words?.textContent?.replaceAll(BREAK, '')).toBe('山田 花子さまのお申し込みをたしかにお受けしました')
  page.rerender(<Page title="短い題" />)
  expect(titleText()).toBe('短い題')
})

test('what is copied is what is read', () => {
  render(<Page title="ブランド古着を箱に入れて送るだけ" />)
  stop = keepPhrases()
  const range = document.createRange()
  range.selectNodeContents(screen.getByRole('heading'))
  document.getSelection()?.addRange(range)
  const copied: string[] = []
  const copy = new Event('copy', { bubbles: true, cancelable: true })
  Object.assign(copy, { clipboardData: { setData: (_type: string, text: string) => copied.push(text) } })
  document.dispatchEvent(copy)
  expect(copied).toEqual(['ブランド古着を箱に入れて送るだけ'])
  expect(copy.defaultPrevented).toBe(true)
})

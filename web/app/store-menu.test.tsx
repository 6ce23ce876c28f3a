import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPublic } from '#web/ui/test-page.tsx'
import { StoreMenu } from './store-menu.tsx'

afterEach(cleanup)

const Page = () => (
  <>
    <StoreMenu entries={[{ to: '/shops', label: 'お店を選ぶ' }]} guide />
    <button type="button">ほか</button>
  </>
)
const open = async () => {
  openPublic('/', { '/': Page, '/shops': () => <p>お店の一覧</p> })
  const button = await screen.findByRole('button', { name: 'メニュー' })
  fireEvent.click(button)
  return button
}
const expanded = () => screen.getByRole('button', { name: 'メニュー' }).getAttribute('aria-expanded')

describe('the menu of a narrow screen', () => {
  it('leads on', async () => {
    await open()
    fireEvent.click(screen.getByRole('link', { name: 'お店を選ぶ' }))
    await screen.findByText('お店の一覧')
  })

  it('closes with Escape, which gives the focus back, and when the focus leaves it', async () => {
    const button = await open()
    const link = screen.getByRole('link', { name: 'お店を選ぶ' })
    link.focus()
    fireEvent.keyDown(link, { key: 'Escape' })
    await waitFor(() => expect(expanded()).toBe('false'))
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    screen.getByRole('link', { name: 'お店を選ぶ' }).focus()
    screen.getByRole('button', { name: 'ほか' }).focus()
    await waitFor(() => expect(expanded()).toBe('false'))
  })
})

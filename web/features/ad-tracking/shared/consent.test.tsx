import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPublic } from '#web/ui/test-page.tsx'
import { ConsentBar } from './consent-bar.tsx'
import { ConsentChoice } from './consent-choice.tsx'

afterEach(() => localStorage.clear())

const Both = () => (
  <>
    <ConsentBar />
    <ConsentChoice />
  </>
)

const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value

it('asks once, takes the answer, and lets it be changed', async () => {
  openPublic('/privacy', { '/privacy': Both })
  await screen.findByText('お選びいただくまでは記録しません。')
  expect(chosen()).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: '記録しない' }))
  expect(screen.queryByRole('region', { name: '閲覧の記録について' })).toBeNull()
  expect(chosen()).toBe('denied')
  expect(localStorage.getItem('measurementConsent')).toBe('denied')
  fireEvent.click(screen.getByRole('radio', { name: '記録してよい' }))
  expect(localStorage.getItem('measurementConsent')).toBe('granted')
})

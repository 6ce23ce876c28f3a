import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderThemed } from '#web/ui/test-render.tsx'
import { RecordForm } from './record-form.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const open = () =>
  renderThemed(
    <QueryClientProvider client={new QueryClient()}>
      <RecordForm
        params={{ shopPk: 1, id: 5 }}
        customer={{ bankAccount: null } as never}
        onDone={() => undefined}
        onCancel={() => undefined}
      />
    </QueryClientProvider>,
    { variant: 'biz' },
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(label))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

it('keeps the record of a check over a reload, but never the number of the paper', () => {
  open()
  type('発行元', '東京都公安委員会')
  type('書類の番号', '301234567890')
  cleanup()
  expect(JSON.stringify({ ...localStorage })).not.toContain('301234567890')
  open()
  expect(field('発行元').value).toBe('東京都公安委員会')
  expect(field('書類の番号').value).toBe('')
})

it('forgets it when the record is given up', () => {
  open()
  type('発行元', '東京都公安委員会')
  fireEvent.click(screen.getByRole('button', { name: 'やめる' }))
  cleanup()
  open()
  expect(field('発行元').value).toBe('')
})

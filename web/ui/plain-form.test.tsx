import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NextButton } from './button.tsx'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'
import { usePlainForm } from './plain-form.ts'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const missing = { email: '住所が空です。', password: '合言葉が空です。' }
type Typed = { email: string; password: string }

function Sheet({ send }: { send: (values: Typed) => Promise<unknown> }) {
  const { form, register, problems } = usePlainForm(missing)
  return (
    <Form form={form} onValid={send}>
      <TextField label="住所" error={problems.email?.message} {...register('email')} />
      <TextField label="合言葉" error={problems.password?.message} {...register('password')} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        送る
      </NextButton>
    </Form>
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: '送る' }))
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe('a plain form', () => {
  it('says nothing while it is first filled in', () => {
    renderThemed(<Sheet send={vi.fn()} />)
    type('住所', 'a')
    type('住所', '')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names what is missing in the order of the fields, takes the focus there, and sends nothing', async () => {
    const send = vi.fn()
    renderThemed(<Sheet send={send} />)
    press()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
    expect(lines()).toEqual(['住所が空です。', '合言葉が空です。'])
    expect(screen.getByLabelText('合言葉').getAttribute('aria-invalid')).toBe('true')
    expect(send).not.toHaveBeenCalled()
  })

  it('takes back what was said as soon as it is put right, and says it again when it is emptied', async () => {
    renderThemed(<Sheet send={vi.fn()} />)
    press()
    await screen.findByRole('alert')
    type('合言葉', 'x')
    expect(lines()).toEqual(['住所が空です。'])
    type('合言葉', '')
    expect(lines()).toEqual(['住所が空です。', '合言葉が空です。'])
  })

  it('sends what was typed once, and says meanwhile that it is at work', async () => {
    let finish: (() => void) | undefined
    const send = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    renderThemed(<Sheet send={send} />)
    type('住所', 'a@example.com')
    type('合言葉', 'secret')
    press()
    const button = screen.getByRole('button', { name: '送る' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    press()
    finish?.()
    await waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false))
    expect(send.mock.calls).toEqual([[{ email: 'a@example.com', password: 'secret' }]])
  })

  it("puts the server's refusal on its field and above the form, keeps the texts, and sends again", async () => {
    const body = { password: ['短すぎます。'], nonFieldErrors: ['いまは入れません。'] }
    const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce({ body }).mockResolvedValueOnce()
    renderThemed(<Sheet send={send} />)
    type('住所', 'a@example.com')
    type('合言葉', 'x')
    press()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('いまは入れません。')
    expect(lines()).toEqual(['短すぎます。'])
    expect(screen.getByLabelText<HTMLInputElement>('住所').value).toBe('a@example.com')
    press()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(send).toHaveBeenCalledTimes(2)
  })
})

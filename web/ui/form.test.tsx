import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { call } from '#contract/call'
import { text } from '#contract/field'
import { normalizePhone } from '#contract/text'
import { NextButton } from './button.tsx'
import { useCallForm } from './call-form.ts'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'
import { readServerErrors } from './form-errors.ts'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

type Values = { phone: string; address: { city: string } }
type Send = (values: Values) => Promise<unknown>

const sampleCall = call('POST /api/sample/', {
  summary: 'A sample',
  may: 'anyone',
  changes: [],
  body: z.object({
    phone: text(20).refine((value) => normalizePhone(value) !== null, {
      error: '電話番号をご確認ください。',
    }),
    address: z.object({ city: text(60) }),
  }),
  ok: 'nothing',
})

function Sample({ send }: { send: Send }) {
  const form = useCallForm<Values>({
    call: sampleCall,
    labels: { phone: '電話番号', 'address.city': '市区町村' },
    defaultValues: { phone: '', address: { city: '' } },
  })
  return (
    <Form form={form} onValid={send}>
      <TextField {...form.tidied('phone', normalizePhone)} />
      <TextField {...form.field('address.city')} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        送る
      </NextButton>
    </Form>
  )
}

const submit = () => act(async () => fireEvent.click(screen.getByRole('button', { name: '送る' })))
const fill = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return act(async () => fireEvent.blur(screen.getByLabelText(label)))
}

describe('a form', () => {
  it('says on top what is missing, gives it the focus, and leads to the field', async () => {
    const send = vi.fn<Send>()
    renderThemed(<Sample send={send} />)
    expect(screen.queryByRole('alert')).toBeNull()
    await submit()
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(summary.textContent).toContain('2か所をご確認ください')
    fireEvent.click(screen.getByText('市区町村: 市区町村を入力してください。'))
    expect(document.activeElement).toBe(screen.getByLabelText('市区町村'))
    expect(send).not.toHaveBeenCalled()
  })

  it('never disables its submit', async () => {
    renderThemed(<Sample send={() => new Promise(() => undefined)} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '送る' }).disabled).toBe(false)
  })

  it('sends once although the button is pressed twice', async () => {
    const send = vi.fn<Send>(() => new Promise(() => undefined))
    renderThemed(<Sample send={send} />)
    await fill('電話番号', '09012345678')
    await fill('市区町村', '港区')
    await submit()
    await submit()
    expect(send).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: '送る' }).getAttribute('aria-busy')).toBe('true')
  })

  it('puts the answer of the server on its fields and keeps what was typed', async () => {
    const answer = {
      body: {
        address: { city: ['市区町村が見つかりません。'] },
        non_field_errors: ['受付時間を過ぎました。'],
      },
    }
    renderThemed(<Sample send={() => Promise.reject(answer)} />)
    await fill('電話番号', '０９０ー１２３４ー５６７８')
    await fill('市区町村', 'どこか')
    await submit()
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('受付時間を過ぎました。')
    expect(summary.textContent).toContain('市区町村: 市区町村が見つかりません。')
    expect(screen.getByLabelText<HTMLInputElement>('市区町村').value).toBe('どこか')
    expect(screen.getByLabelText('市区町村').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(summary))
  })

  it('says that nothing is lost when there was no answer at all', async () => {
    renderThemed(<Sample send={() => Promise.reject(new TypeError('failed to fetch'))} />)
    await fill('電話番号', '09012345678')
    await fill('市区町村', '港区')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toContain('入力した内容はこの画面に残っています')
  })

  it('puts a text in order when the field is left, and leaves what it cannot read', async () => {
    renderThemed(<Sample send={async () => undefined} />)
    await fill('電話番号', '０９０ー１２３４ー５６７８')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('電話番号').value).toBe('09012345678'))
    await fill('電話番号', '123')
    expect(screen.getByLabelText<HTMLInputElement>('電話番号').value).toBe('123')
  })
})

describe('the server’s messages', () => {
  it('are read with nested and snake-case names', () => {
    const body = {
      name_kana: ['カナを入力してください。'],
      address: { postal_code: ['7桁です。'] },
      detail: '権限がありません。',
      code: 'x',
    }
    expect(readServerErrors(body)).toEqual({
      fields: [
        { name: 'nameKana', message: 'カナを入力してください。' },
        { name: 'address.postalCode', message: '7桁です。' },
      ],
      overall: ['権限がありません。'],
    })
  })

  it.each([undefined, null, 'text', 5])('are none in %s', (body) => {
    expect(readServerErrors(body)).toEqual({ fields: [], overall: [] })
  })
})

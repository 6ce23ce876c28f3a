import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfirmProvider, useConfirm } from './confirm.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const answers: boolean[] = []

function Asker() {
  const confirm = useConfirm()
  const press = async () => {
    answers.push(await confirm({ title: '6点を売りますか?', confirm: 'この金額で売る' }))
  }
  return (
    <button type="button" onClick={() => void press()}>
      尋ねる
    </button>
  )
}

async function open() {
  answers.length = 0
  renderThemed(
    <ConfirmProvider>
      <Asker />
    </ConfirmProvider>,
  )
  fireEvent.click(screen.getByText('尋ねる'))
  return screen.findByRole('dialog', { name: '6点を売りますか?' })
}

describe('U01 a question', () => {
  it('is answered true by its verb', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'この金額で売る' }))
    await waitFor(() => expect(answers).toEqual([true]))
  })

  it('is answered false by the way back, which has the focus from the start', async () => {
    await open()
    const back = screen.getByRole('button', { name: '戻る' })
    await waitFor(() => expect(document.activeElement).toBe(back))
    fireEvent.click(back)
    await waitFor(() => expect(answers).toEqual([false]))
  })

  it('is answered false by Escape', async () => {
    const dialog = await open()
    fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(answers).toEqual([false]))
  })

  it('is answered false by a press beside it', async () => {
    const dialog = await open()
    const beside = dialog.closest('.MuiDialog-container')
    if (!beside) throw new Error('no backdrop')
    fireEvent.mouseDown(beside)
    fireEvent.click(beside)
    await waitFor(() => expect(answers).toEqual([false]))
  })

  it('answers each of two questions asked at once exactly once', async () => {
    await open()
    fireEvent.click(screen.getByText('尋ねる'))
    await waitFor(() => expect(answers).toEqual([false]))
    fireEvent.click(screen.getByRole('button', { name: 'この金額で売る' }))
    await waitFor(() => expect(answers).toEqual([false, true]))
  })
})

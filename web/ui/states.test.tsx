import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Photo } from '#web/lib/photo-queue.ts'
import { BirthdayField, birthdayOf, birthdayProblem, birthdayText } from './birthday-field.tsx'
import { MainButton } from './button.tsx'
import { ErrorPanel, errorKindOf } from './error-panel.tsx'
import { Loading } from './loading.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PhotoInput } from './photo-input.tsx'
import { Segmented } from './segmented.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('loading', () => {
  it('only keeps room at first, then shows the shape of the page, then words', () => {
    vi.useFakeTimers()
    renderThemed(<Loading skeleton={<p>形</p>} words="お待ちください" />)
    const pass = (time: number) => act(() => vi.advanceTimersByTime(time))
    pass(140)
    const visibility = () => window.getComputedStyle(screen.getByText('形')).visibility
    expect(visibility()).toBe('hidden')
    pass(20)
    expect(visibility()).toBe('visible')
    expect(screen.queryByText('お待ちください')).toBeNull()
    pass(3000)
    expect(screen.getByText('お待ちください')).toBeTruthy()
  })
})

describe('failures', () => {
  it.each([
    [403, 'forbidden'],
    [404, 'lost'],
    [500, 'server'],
    [503, 'server'],
    [-1, 'offline'],
    [undefined, 'server'],
  ])('of status %s are %s', (status, kind) => {
    expect(errorKindOf(status)).toBe(kind)
  })

  it('say what is saved and offer another try', () => {
    const retry = vi.fn()
    renderThemed(<ErrorPanel kind="offline" saved="入力した内容は保存されています。" onRetry={retry} />)
    expect(screen.getByRole('alert').textContent).toContain('入力した内容は保存されています。')
    fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('of the connection are told once it is gone, and until what waited has been sent', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const said = () => screen.getByRole('status').textContent
    const { rerenderThemed } = renderThemed(<OfflineBanner working unsent={2} />)
    expect(said()).toContain('入力は続けられます。未送信 2件は')
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(said()).toBe('つながりました。未送信 2件をお送りしています。')
    rerenderThemed(<OfflineBanner working unsent={0} />)
    expect(said()).toBe('')
    rerenderThemed(<OfflineBanner working unsent={1} />)
    expect(said()).toBe('')
    online.mockRestore()
  })

  it('of the connection stand where something would be loading', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    vi.useFakeTimers()
    renderThemed(<Loading skeleton={<p>形</p>} />)
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByRole('status').textContent).toBe(
      'まだ読み込んでいない内容です。つながり次第、表示します。',
    )
    vi.useRealTimers()
    online.mockRestore()
  })

  it('of the connection promise a customer nothing that is not so', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderThemed(<OfflineBanner />)
    expect(screen.getByRole('status').textContent).toBe(
      '通信が切れています。表示中の内容はそのままご覧いただけます。',
    )
    online.mockRestore()
  })
})

describe('a pending button', () => {
  it('ignores presses without being disabled, so it keeps the focus', () => {
    const press = vi.fn()
    renderThemed(
      <MainButton pending onClick={press}>
        保存する
      </MainButton>,
    )
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '保存する' })
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
    expect(button.disabled).toBe(false)
  })
})

const today = '2026-11-21'

function HeldBirthday() {
  const [value, setValue] = useState('')
  const error = birthdayProblem(value, today)
  return (
    <>
      <BirthdayField name="birthday" value={value} onChange={setValue} error={error} today={today} />
      <output>{value}</output>
    </>
  )
}

describe('a birthday', () => {
  it('is read in the era somebody thinks in', () => {
    expect(birthdayOf({ calendar: '平成', year: '2', month: '5', day: '12' })).toBe('1990-05-12')
    expect(birthdayOf({ calendar: '西暦', year: '1990', month: '5', day: '12' })).toBe('1990-05-12')
  })

  it('is none beyond the end of an era or of a month', () => {
    expect(birthdayOf({ calendar: '昭和', year: '64', month: '1', day: '8' })).toBe('')
    expect(birthdayOf({ calendar: '西暦', year: '1990', month: '2', day: '30' })).toBe('')
  })

  it('that is no day is kept as it was typed, and said in one sentence', () => {
    const { container } = renderThemed(<HeldBirthday />)
    const type = (label: string, text: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    const group = screen.getByRole('group', { name: /生年月日/ })
    type('年', '2001')
    expect(group.textContent).toContain('生年月日の年・月・日を入力してください。')
    type('月', '2')
    type('日', '３０')
    expect(group.textContent).toContain('この日付は暦にありません。年月日をご確認ください。')
    expect(group.textContent).not.toContain('生年月日の年・月・日を入力してください。')
    const typed = container.querySelector('output')?.textContent ?? ''
    expect(birthdayProblem(typed, today)).toBe('この日付は暦にありません。年月日をご確認ください。')
    cleanup()
    renderThemed(<BirthdayField name="birthday" value={typed} onChange={vi.fn()} today={today} />)
    expect(screen.getByLabelText<HTMLInputElement>('日').value).toBe('30')
    expect(birthdayProblem('2001-02-28', today)).toBeUndefined()
    expect(birthdayProblem('2027-01-01', today)).toBe('生年月日をご確認ください。')
  })

  it('is echoed in both calendars with the age', () => {
    expect(birthdayText('1990-05-12', '2026-11-21')).toBe('平成2年(1990年)生まれ・36歳')
    expect(birthdayText('2019-05-01', '2026-04-30')).toBe('令和元年(2019年)生まれ・6歳')
  })
})

describe('two answers', () => {
  it('are radio buttons under one question', () => {
    const change = vi.fn()
    renderThemed(
      <Segmented
        legend="この品をどうするか"
        value="sell"
        onChange={change}
        segments={[
          { value: 'sell', label: '売る' },
          { value: 'back', label: '返してもらう' },
        ]}
      />,
    )
    expect(screen.getByRole('radiogroup', { name: 'この品をどうするか' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: '返してもらう' }))
    expect(change).toHaveBeenCalledWith('back')
  })
})

describe('photos', () => {
  const photo = (key: string, state: Photo['state']) => ({ key, url: `blob:${key}`, state })

  it('say how far they are; one that was refused is sent again, that or one that waits is given up', () => {
    const [add, retry, discard] = [vi.fn(), vi.fn(), vi.fn()]
    const photos = [photo('a', 'done'), photo('b', 'sending'), photo('c', 'waiting'), photo('d', 'failed')]
    renderThemed(
      <PhotoInput label="写真" photos={photos} onAdd={add} onRetry={retry} onDiscard={discard} max={6} />,
    )
    expect(screen.getByRole('progressbar', { name: '写真2を送信中' })).toBeTruthy()
    expect(screen.getByText('未送信')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'もう一度送る' }))
    expect(retry).toHaveBeenCalledWith('d')
    fireEvent.click(screen.getByRole('button', { name: '写真4を外す' }))
    fireEvent.click(screen.getByRole('button', { name: '写真3を外す' }))
    expect(discard.mock.calls).toEqual([['d'], ['c']])
    expect(screen.getAllByRole('button')).toHaveLength(3)
  })

  it('that failed say why; one the server cannot take is not sent again', () => {
    const [retry, remove] = [vi.fn(), vi.fn()]
    const failed = (key: string, sentence: string, again: boolean) => ({
      ...photo(key, 'failed'),
      problem: { sentence, again },
    })
    const photos = [
      failed('a', 'HEIC形式の写真です。', false),
      photo('b', 'done'),
      failed('c', 'インターネットにつながっていません。', true),
      failed('d', 'HEIC形式の写真です。', false),
    ]
    renderThemed(
      <PhotoInput label="写真" photos={photos} onAdd={vi.fn()} onRetry={retry} onRemove={remove} max={6} />,
    )
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      '写真1・4: HEIC形式の写真です。',
      '写真3: インターネットにつながっていません。',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'もう一度送る' }))
    expect(retry).toHaveBeenCalledExactlyOnceWith('c')
    fireEvent.click(screen.getByRole('button', { name: '写真1を外す' }))
    expect(remove).toHaveBeenCalledWith('a')
  })

  it('keep the focus while one is sent again, and pass it on once it is there', () => {
    const problem = { sentence: 'ただいま保存できません。', again: true }
    const shown = (state: Photo['state']) => (
      <main>
        <h1>品を入れる</h1>
        <PhotoInput
          label="写真"
          photos={[
            photo('a', 'done'),
            { ...photo('b', state), problem: state === 'done' ? undefined : problem },
          ]}
          onAdd={vi.fn()}
          onRetry={retry}
          onRemove={vi.fn()}
        />
      </main>
    )
    const retry = vi.fn()
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    const { rerenderThemed } = renderThemed(shown('failed'))
    const again = screen.getByRole('button', { name: 'もう一度送る' })
    again.focus()
    fireEvent.click(again)
    rerenderThemed(shown('sending'))
    expect(focused()).toBe('送っています')
    fireEvent.click(again)
    expect(retry).toHaveBeenCalledOnce()
    expect(screen.getByText('写真2: ただいま保存できません。')).toBeTruthy()
    rerenderThemed(shown('failed'))
    expect(focused()).toBe('もう一度送る')
    fireEvent.click(again)
    rerenderThemed(shown('sending'))
    rerenderThemed(shown('done'))
    expect(focused()).toBe('写真2を外す')
    // Once only: whoever has pressed elsewhere since stays there.
    ;(document.activeElement as HTMLElement).blur()
    rerenderThemed(shown('done'))
    expect(document.activeElement).toBe(document.body)
  })

  it('are taken no more than there is room for', () => {
    const add = vi.fn()
    const photos = [photo('a', 'done')]
    renderThemed(<PhotoInput label="写真" photos={photos} onAdd={add} onRetry={vi.fn()} max={3} />)
    const files = ['b.jpg', 'c.jpg', 'd.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
    fireEvent.change(screen.getByLabelText('写真を選ぶ'), { target: { files } })
    expect(add).toHaveBeenCalledExactlyOnceWith(files.slice(0, 2))
    expect(screen.getByRole('alert').textContent).toContain('1枚は入れていません')
    cleanup()
    renderThemed(<PhotoInput label="写真" photos={photos} onAdd={add} onRetry={vi.fn()} max={1} />)
    expect(screen.queryByLabelText('写真を撮る')).toBeNull()
  })
})

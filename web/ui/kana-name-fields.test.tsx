import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { KanaNameFields, splitName } from './kana-name-fields.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const stored = { name: '', kana: '' }

function Held({ name = '', kana = '' }) {
  const [names, setNames] = useState(name)
  const [kanas, setKanas] = useState(kana)
  Object.assign(stored, { name: names, kana: kanas })
  return (
    <KanaNameFields
      name={{ name: 'name', value: names, onChange: setNames }}
      kana={{ name: 'nameKana', value: kanas, onChange: setKanas }}
    />
  )
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function compose(label: string, steps: readonly string[], result: string) {
  const input = box(label)
  const before = input.value
  fireEvent.compositionStart(input)
  for (const data of steps) {
    fireEvent.compositionUpdate(input, { data })
    fireEvent.change(input, { target: { value: before + data } })
  }
  fireEvent.change(input, { target: { value: before + result } })
  fireEvent.compositionEnd(input, { data: result })
}

describe('a name and its kana', () => {
  it('takes the kana from the reading the IME composed', () => {
    renderThemed(<Held />)
    compose('姓', ['や', 'やm', 'やま', 'やまだ', '山田'], '山田')
    compose('名', ['は', 'はなこ', '花子'], '花子')
    expect(stored).toEqual({ name: '山田 花子', kana: 'ヤマダ ハナコ' })
  })

  it('joins the readings of a name written in two goes', () => {
    renderThemed(<Held />)
    compose('姓', ['ささ', '佐々'], '佐々')
    compose('姓', ['き', '木'], '木')
    expect(box('セイ').value).toBe('ササキ')
  })

  it('reads nothing from a cancelled composition', () => {
    renderThemed(<Held />)
    compose('姓', ['やま'], '')
    expect(stored.kana).toBe('')
  })

  it('never overwrites kana somebody wrote by hand', () => {
    renderThemed(<Held />)
    fireEvent.change(box('セイ'), { target: { value: 'ヤマタ' } })
    compose('姓', ['やまだ', '山田'], '山田')
    expect(box('セイ').value).toBe('ヤマタ')
  })

  it('leaves kana that came with the draft alone, until they are emptied', () => {
    renderThemed(<Held name="山田 花子" kana="ヤマタ ハナコ" />)
    fireEvent.change(box('姓'), { target: { value: '' } })
    compose('姓', ['たなか', '田中'], '田中')
    expect(box('セイ').value).toBe('ヤマタ')
    fireEvent.change(box('セイ'), { target: { value: '' } })
    fireEvent.change(box('姓'), { target: { value: '' } })
    compose('姓', ['たなか', '田中'], '田中')
    expect(stored).toEqual({ name: '田中 花子', kana: 'タナカ ハナコ' })
  })

  it('turns hiragana and half-width kana into full katakana on leaving, instead of scolding', () => {
    renderThemed(<Held />)
    fireEvent.change(box('セイ'), { target: { value: 'やまだ' } })
    fireEvent.blur(box('セイ'))
    fireEvent.change(box('メイ'), { target: { value: 'ﾊﾅｺ' } })
    fireEvent.blur(box('メイ'))
    expect(stored.kana).toBe('ヤマダ ハナコ')
  })

  it('splits at the first space of either width', () => {
    expect(splitName('𠮷田　さくら')).toEqual(['𠮷田', 'さくら'])
    expect(splitName('')).toEqual(['', ''])
  })
})

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AddressFields, type AddressValue, type Town } from './address-fields.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const AOYAMA: Town = { prefecture: '東京都', city: '港区', town: '南青山' }
const YATOMI: Town = { prefecture: '愛知県', city: '弥富市', town: '稲吉' }
const KISOSAKI: Town = { prefecture: '三重県', city: '桑名郡木曽岬町', town: '源緑' }

let held: AddressValue

function Held({
  lookup,
  start = {},
}: {
  lookup: (code: string) => Promise<readonly Town[]>
  start?: Partial<AddressValue>
}) {
  const [value, setValue] = useState<AddressValue>({
    postalCode: '',
    prefecture: '',
    city: '',
    address1: '',
    address2: '',
    ...start,
  })
  held = value
  return <AddressFields value={value} onChange={setValue} lookup={lookup} />
}

const type = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

describe('an address', () => {
  it('is filled from the postal code, in any width, and the focus goes to the street', async () => {
    const lookup = vi.fn(async () => [AOYAMA])
    renderThemed(<Held lookup={lookup} />)
    await type(/郵便番号/, '１０７－００６２')
    expect(lookup).toHaveBeenCalledWith('1070062')
    expect(held).toMatchObject({ prefecture: '東京都', city: '港区', address1: '南青山' })
    expect(document.activeElement).toBe(screen.getByLabelText(/町名・番地/))
  })

  it('asks only once the seventh digit is there', async () => {
    const lookup = vi.fn(async () => [AOYAMA])
    renderThemed(<Held lookup={lookup} />)
    await type(/郵便番号/, '107006')
    expect(lookup).not.toHaveBeenCalled()
  })

  it('never overwrites what somebody typed', async () => {
    renderThemed(<Held lookup={async () => [AOYAMA]} start={{ city: '渋谷区', address1: '神宮前1-2-3' }} />)
    await type(/郵便番号/, '1070062')
    expect(held).toMatchObject({ prefecture: '東京都', city: '渋谷区', address1: '神宮前1-2-3' })
  })

  it('replaces what an earlier postal code filled, but not what was added to it', async () => {
    renderThemed(<Held lookup={async (code) => [code === '1070062' ? AOYAMA : YATOMI]} />)
    await type(/郵便番号/, '1070062')
    await type(/町名・番地/, '南青山1-2-3')
    await type(/郵便番号/, '4980017')
    expect(held).toMatchObject({ prefecture: '愛知県', city: '弥富市', address1: '南青山1-2-3' })
  })

  it('keeps what is typed while the answer is on its way', async () => {
    let answer: (towns: readonly Town[]) => void = () => undefined
    renderThemed(
      <Held
        lookup={() =>
          new Promise((resolve) => {
            answer = resolve
          })
        }
      />,
    )
    await type(/郵便番号/, '1070062')
    await type(/市区町村/, '渋谷区')
    await act(async () => answer([AOYAMA]))
    expect(held).toMatchObject({ prefecture: '東京都', city: '渋谷区' })
  })

  it('drops an older answer that comes after a newer question', async () => {
    const answers: Record<string, (towns: readonly Town[]) => void> = {}
    renderThemed(
      <Held
        lookup={(code) =>
          new Promise((resolve) => {
            answers[code] = resolve
          })
        }
      />,
    )
    await type(/郵便番号/, '1070062')
    await type(/郵便番号/, '4980017')
    await act(async () => answers['4980017']?.([YATOMI]))
    await act(async () => answers['1070062']?.([AOYAMA]))
    expect(held.prefecture).toBe('愛知県')
  })

  it('lets the person choose among several towns', async () => {
    renderThemed(<Held lookup={async () => [YATOMI, KISOSAKI]} />)
    await type(/郵便番号/, '4980000')
    expect(held.prefecture).toBe('')
    fireEvent.click(screen.getByRole('button', { name: '三重県桑名郡木曽岬町源緑' }))
    expect(held).toMatchObject({ prefecture: '三重県', city: '桑名郡木曽岬町', address1: '源緑' })
  })

  it('goes on by hand when the code is unknown or the lookup fails', async () => {
    renderThemed(<Held lookup={() => Promise.reject(new Error('offline'))} />)
    await type(/郵便番号/, '1070062')
    expect(screen.getByText(/自動で入れられませんでした/)).toBeTruthy()
    expect(held.postalCode).toBe('1070062')
  })

  it('says beside the building that it may be left out, and gives the example for good', async () => {
    renderThemed(<Held lookup={async () => []} />)
    const building = screen.getByLabelText(/^建物名・部屋番号$/)
    const help = document.getElementById(building.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toBe('例 青山ハイツ101')
    expect(building.parentElement?.textContent).toContain('任意')
  })

  it('takes "no building" for an answer', async () => {
    renderThemed(<Held lookup={async () => []} start={{ address2: '青山ハイツ' }} />)
    fireEvent.click(screen.getByLabelText('建物名・部屋番号はありません'))
    expect(held.address2).toBe('')
  })
})

import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CodeSearchNote, searchesCodes } from './code-search-note.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

it('names the codes that were not found, and only after a search for several', () => {
  renderThemed(<CodeSearchNote q="10050 10099 10098" missing={['10099', '10098']} />)
  expect(screen.getByRole('status').textContent).toBe(
    '2件の番号は、この条件では見つかりませんでした10099、10098',
  )
  expect(['10050 10099', '10050', '山田 10050', undefined].map(searchesCodes)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('says when they are too many for one search', () => {
  const q = Array.from({ length: 150 }, (_, index) => 10_000 + index).join(' ')
  renderThemed(<CodeSearchNote q={q} missing={undefined} />)
  expect(screen.getByRole('status').textContent).toContain('150件あります')
})

it('says nothing where all were found', () => {
  renderThemed(<CodeSearchNote q="10050 10051" missing={[]} />)
  expect(screen.queryByRole('status')).toBeNull()
})

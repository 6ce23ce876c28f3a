import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Page } from './page.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')

describe('U04 the document', () => {
  const page = new DOMParser().parseFromString(html, 'text/html')

  it('is Japanese and bears the name of the service', () => {
    expect(page.documentElement.lang).toBe('ja')
    expect(page.title).toBe('ブランド古着の宅配買取 okuru')
  })

  it('holds no inline script, which the content security policy forbids', () => {
    expect([...page.scripts].filter((script) => !script.src && script.textContent)).toEqual([])
    expect(html).not.toMatch(/\son\w+=/)
  })

  it('has a place for the nonce of styles', () => {
    expect(page.querySelector('meta[name="csp-nonce"]')?.getAttribute('content')).toBe('__CSP_NONCE__')
  })
})

describe('a page', () => {
  it('puts its title on the tab, before the name of the service', () => {
    renderThemed(<Page title="申し込み">内容</Page>)
    expect(document.title).toBe('申し込み | ブランド古着の宅配買取 okuru')
    expect(screen.getByRole('heading', { level: 1, name: '申し込み' })).toBeTruthy()
  })
})

import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Each document gets axe once, and only violations come back: both take longer than the rules. */
export async function axeComplaints(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // Style sheets are only for an experimental rule, which is off.
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
  })
}

export async function axeIsClean(page: Page): Promise<void> {
  expect(await axeComplaints(page)).toEqual([])
}

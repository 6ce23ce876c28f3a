import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What another store's colours, logo and texts can break. */
export const rulesOfLooks = ['color-contrast', 'image-alt', 'link-name', 'link-in-text-block']

/**
 * All rules, unless some are named. Each document gets axe once, and only violations come back: both take longer than
 * the rules.
 */
export async function axeComplaints(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // Style sheets are only for an experimental rule, which is off.
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
  }, rules)
}

export async function axeIsClean(page: Page): Promise<void> {
  expect(await axeComplaints(page)).toEqual([])
}

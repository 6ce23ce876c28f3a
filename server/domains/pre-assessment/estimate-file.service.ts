import { tokyoDate } from '#contract/day'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { numberOfEstimate, type Opened, shareOf, shownEstimate } from './estimate.service.ts'
import { estimatePdf } from './estimate-pdf.ts'
import { preAssessmentRow } from './pre-assessment.queries.ts'
import { readPreAssessment } from './pre-assessment.service.ts'

/** For the counter: with the name of the person. */
export async function estimateFile(db: Db, actor: BusinessActor, id: number, tools: Pick<Tools, 'keys'>) {
  const [shown, row] = await Promise.all([
    readPreAssessment(db, actor, id, tools),
    preAssessmentRow(db, actor, id),
  ])
  if (!row) throw notFound()
  const share = await shareOf(db, row.company, actor.at)
  const sheet = { ...shown, ...share, number: id, company_name: row.company_name, name: shown.prospect_name }
  return { bytes: await estimatePdf(sheet, tokyoDate(actor.at)), name: `jizen-satei-${id}.pdf` }
}

export async function linkedEstimateFile(db: Db, opened: Opened, at: Date, tools: Pick<Tools, 'keys'>) {
  const number = await numberOfEstimate(db, opened, at)
  const shown = await shownEstimate(db, opened, at, tools)
  const bytes = await estimatePdf({ ...shown, number, name: '' }, tokyoDate(at))
  return { bytes, name: `jizen-satei-${number}.pdf` }
}

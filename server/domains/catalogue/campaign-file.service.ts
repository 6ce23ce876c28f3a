import type { CallBody } from '#contract/call'
import type { CampaignState, campaignMasterCalls as calls } from '#contract/campaign-master'
import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { conditionNames } from './campaign.queries.ts'
import { namesOf } from './campaign-condition.rules.ts'
import { campaignColumns } from './campaign-list.load.ts'
import { allCampaigns } from './campaign-master.queries.ts'
import { useWords } from './catalogue-list.rules.ts'
import { loadListFile } from './list-file.service.ts'

export const loadCampaignFile = (db: Db, actor: BusinessActor, body: CallBody<typeof calls.load>) =>
  loadListFile(db, actor, 'campaigns', body, actor.company_id)

const columns = Object.entries(campaignColumns).map(([key, header]) => ({ key, header }))
const word = (is: boolean) => (is ? useWords.yes : useWords.no)

export async function* exportCampaigns(db: Db, actor: BusinessActor, state: CampaignState | undefined) {
  const rows = await allCampaigns(db, actor, state)
  const names = await conditionNames(db, actor.company_id)
  async function* once() {
    yield rows.map(({ brands, categories, shops, is_first_only, is_published, ...row }) => ({
      ...row,
      brands: namesOf(names.brands, brands),
      categories: namesOf(names.categories, categories),
      shops: namesOf(names.shops, shops),
      ...{ is_first_only: word(is_first_only), is_published: word(is_published) },
    }))
  }
  yield* csvPieces(columns, once(), { bom: true })
}

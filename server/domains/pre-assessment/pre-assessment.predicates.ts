import { sql } from 'kysely'

/** The lower end of what was named for an article before it was sent; null where nothing was, or nobody said what. */
export const namedLowOf = (alias: string) => sql<number | null>`(
  select p.low from pre_assessed_item l join pre_assessment_item p on p.id = l.pre_item_id
  where l.item_id = ${sql.ref(`${alias}.id`)})`

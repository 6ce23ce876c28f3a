import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { brandTerms } from './brand-search.rules.ts'

/** Any of the searched names, readings or aliases. `text` is a column like `brand.search_text`. */
export function matchesBrand(text: string, search: string): RawBuilder<SqlBool> {
  const terms = brandTerms(search)
  if (terms.length === 0) return sql<SqlBool>`true`
  const column = sql.ref(text)
  const found = terms.map((term) => sql<SqlBool>`position(${term} in ${column}) > 0`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

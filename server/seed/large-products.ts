// Derived from the items that were copied before, in the database: a value is a hash of what it belongs to.
import type pg from 'pg'

/** A whole number below `most` that is always the same for a row. */
const drawn = (of: string, salt: number, most: number): string =>
  `mod(abs(hashint8extended(${of}, ${salt})), ${most})::integer`

/** Products of what was taken up, with values and a photo, and the sales of most of what is finished. */
export async function loadProducts(pool: pg.Pool, photo: number): Promise<number> {
  let rows = 0
  for (const text of [products, values, photos(photo), states, sales, costs]) {
    const { rowCount } = await pool.query(text)
    rows += rowCount ?? 0
  }
  return rows
}

const products = `
  insert into product (item_id, company_id, shop_id, stage, completeness, selling_price, edited_by, edited_at, finished_by, finished_at,
    changed_at)
  select i.id, i.company_id, i.shop_id, 'ready', 96,
    case when i.status = 9 or ${drawn('i.id', 1, 3)} > 0 then greatest(1000, round(i.price * 2.3, -2)) end,
    r.assessor_id, i.purchased_at + interval '3 days',
    case when i.status = 9 then r.assessor_id end, case when i.status = 9 then i.purchased_at + interval '4 days' end,
    i.purchased_at + case when i.status = 9 then interval '4 days' else interval '3 days' end
  from purchase_item i join purchase_request r on r.id = i.request_id where i.status in (8, 9)`

/** The attributes of a category with those above it, the nearest of a name. */
const effective = `
  with recursive up as (
    select id as of, id, parent_id, 0 as height from item_category
    union all select up.of, c.id, c.parent_id, up.height + 1 from item_category c join up on up.parent_id = c.id
  ), effective as (
    select distinct on (up.of, a.name) up.of, a.* from up join category_attribute a on a.category_id = up.id
    order by up.of, a.name, up.height
  )`

const values = `${effective}
  insert into product_value (item_id, attribute_id, text_value, number_value, boolean_value)
  select i.id, a.id,
    case when a.value_type = 'STRING' then coalesce(a.choices[1 + ${drawn('i.id', 2, 3)}], '保存袋') end,
    case when a.value_type = 'NUMBER' then 20 + ${drawn('i.id + a.id', 3, 120)} / 2.0 end,
    case when a.value_type = 'BOOLEAN' then true end
  from purchase_item i join effective a on a.of = i.category_id and a.is_active
  where i.status in (8, 9)
    and (a.is_required and (i.status = 9 or ${drawn('i.id', 4, 2)} = 0) or ${drawn('i.id + a.id', 5, 2)} = 0)`

const photos = (file: number): string => `
  insert into product_photo (item_id, file_id, original_file_id, sha256, role, created_at)
  select item_id, ${file}, ${file}, 'large', 'front', edited_at from product
  where finished_at is not null or ${drawn('item_id', 6, 4)} > 0`

/** Only unfinished products lack something. With joins: subqueries for each row would scan tables that have no indexes yet. */
const states = `${effective}, lacking_values as (
    select p.item_id, bool_or(a.is_measure) as measure, bool_or(not a.is_measure) as attribute
    from product p join purchase_item i on i.id = p.item_id
    join effective a on a.of = i.category_id and a.is_active and a.is_required
    left join product_value v on v.item_id = p.item_id and v.attribute_id = a.id
    where p.finished_at is null and v.item_id is null group by p.item_id
  ), lacking as (
    select p.item_id, h.item_id is null as photo, coalesce(l.measure, false) as measure,
      coalesce(l.attribute, false) as attribute, p.selling_price is null as price
    from product p left join (select distinct item_id from product_photo) h on h.item_id = p.item_id
    left join lacking_values l on l.item_id = p.item_id where p.finished_at is null
  )
  update product p set
    stage = case when l.photo then 'photo' when l.measure then 'measure' when l.attribute or l.price then 'text' else 'ready' end,
    missing = array_remove(array[case when l.photo then 'photo' end, case when l.measure then 'measure' end,
      case when l.attribute then 'attribute' end, case when l.price then 'selling_price' end], null),
    completeness = 96 - 20 * (l.photo::int + l.measure::int + l.attribute::int + l.price::int)
  from lacking l where l.item_id = p.item_id`

/** Without those that the ledger would have to name. */
const sales = `
  insert into sale (company_id, shop_id, item_id, sales_channel, sold_on, price, fee, shipping, handling, ledger_class, source,
    recorded_at, changed_at)
  select p.company_id, p.shop_id, p.item_id, 1 + ${drawn('p.item_id', 7, 2)}, s.on_day, p.selling_price,
    p.selling_price / 10, 800, 600, c.ledger_class, 'file', s.on_day + time '18:00',
    s.on_day + time '18:00'
  from product p join purchase_item i on i.id = p.item_id join item_category c on c.id = i.category_id cross join lateral (
    select (p.finished_at at time zone 'Asia/Tokyo')::date + 1 + ${drawn('p.item_id', 8, 60)} as on_day
  ) s
  where p.finished_at is not null and s.on_day <= current_date and ${drawn('p.item_id', 9, 10)} > 0
    and not (c.ledger_class in ('01', '03') and p.selling_price >= 10000)`

const costs = `
  insert into channel_cost (company_id, sales_channel, fee_permille, shipping, handling, margin_floor_permille)
  select id, channel, fee, 800, 600, 300 from company
  cross join (values (1, 100), (2, 30), (3, 80)) as usual(channel, fee) where not is_operator`

-- Numbers with any hyphen between letters and digits, and the old and the new number of `A01112/A58600`, are found too.
create or replace function item_numbers(product_number text, serial_number text, name text, features text) returns text[]
language sql immutable strict parallel safe as $$
  select case when product_number = '' and serial_number = '' and normalize(name || features, NFKC) !~ '[0-9]' then '{}'::text[] else coalesce((
    with words as (
      select found[1] as word from regexp_matches(
        regexp_replace(
          regexp_replace(normalize(product_number || ' ' || serial_number || ' ' || name || ' ' || features, NFKC),
            '(?<=[A-Za-z0-9])[−ー―‐‑‒–—ｰ─](?=[A-Za-z0-9])', '-', 'g'),
          '(^|[^A-Za-z0-9])[Nn][Oo][.]', '\1 ', 'g'),
        '[A-Za-z0-9][A-Za-z0-9./_-]*[A-Za-z0-9]', 'g') as matches(found)
    )
    select array_agg(distinct key) from (
      select public.number_key(field) as key from unnest(array[product_number, serial_number]) as fields(field) where public.number_key(field) ~ '[0-9]'
      union all
      select public.number_key(word) from words where word ~ '[0-9]'
      union all
      select public.number_key(part) from words, regexp_split_to_table(word, '/') as parts(part) where part ~ '[0-9]'
    ) keys
    where length(key) >= 4
  ), '{}') end
$$;

reindex index purchase_item_numbers;

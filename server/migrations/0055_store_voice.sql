-- Each store that came with the site gets a voice of its own in colour and type, on the near-black and lime they share.
-- Only where nobody has made a look meanwhile.
with voice (store_key, brand, typeface, colors) as (values
  ('aoyama', '#17181a', 'wide',
    '{"primary":{"lightest":"#eef4f2","lighter":"#d5e5e1","light":"#5d8a80","main":"#1f5c50","dark":"#17181a"},"bg":{"page":"#f5f6f4","sunken":"#e9ece9"}}'),
  ('umeda', '#1c1517', 'mincho',
    '{"primary":{"lightest":"#faf1f2","lighter":"#f0dade","light":"#a8707b","main":"#8a2b3d","dark":"#1c1517"},"bg":{"page":"#f9f5f3","sunken":"#f1eae6"}}'),
  ('sakae', '#14181d', 'rounded',
    '{"primary":{"lightest":"#eff3f9","lighter":"#d8e2f0","light":"#6482a8","main":"#27508a","dark":"#14181d"},"bg":{"page":"#f4f5f8","sunken":"#e8ebf0"}}')
), untouched as (
  select l.id, v.brand, v.typeface, v.colors
  from store_look l join voice v on v.store_key = l.store_key
  where l.version = 1
), added as (
  insert into store_look_version (look_id, number, name, brand, accent, colors, typeface, logo, created_at)
  select u.id, 2, o.name, u.brand, o.accent, u.colors::jsonb, u.typeface, o.logo, now()
  from untouched u join store_look_version o on o.look_id = u.id and o.number = 1
  returning look_id
)
update store_look set version = 2, published_number = 2, published_at = now()
where id in (select look_id from added);

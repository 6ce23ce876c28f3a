-- A template of nobody is every dealer's: those that are shipped serve a company from the day it is set up. A company's
-- own template of the same short code stands in its place.
alter table comment_template alter column company_id drop not null;
create unique index comment_template_short_code on comment_template (company_id, short_code) nulls not distinct
  where short_code <> '';
create unique index campaign_name_starts_on on campaign (company_id, name, starts_on);

-- Brands are found without accents and punctuation, and by either way of writing a V in kana (brand-search.rules.ts).
update brand set search_text = translate(
  replace(replace(replace(replace(replace(
    normalize(regexp_replace(normalize(search_text, nfd), '[\u0300-\u036F]', '', 'g'), nfc),
    'ヴァ', 'バ'), 'ヴィ', 'ビ'), 'ヴェ', 'ベ'), 'ヴォ', 'ボ'), 'ヴ', 'ブ'),
  $$-‐‑‒–—−'’‘`´"“”.・･·&,!#*()/$$, '');

-- Categories have a reading, and can be taken out of use: articles keep them, choosers do not offer them any more.
alter table item_category
  add column name_kana text not null default '',
  add column is_active boolean not null default true;

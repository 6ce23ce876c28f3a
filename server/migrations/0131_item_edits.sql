-- The price that the reason was given for: it does not stand for any other.
alter table purchase_item add column price_reason_amount bigint check (price_reason_amount >= 0);
update purchase_item set price_reason_amount = price where price_reason <> '' or price_reason_photo_id is not null;

-- What templates put into the comment from the article, so that it is seen when the article says something else by now.
alter table purchase_item add column comment_filled jsonb not null default '[]';

-- Who wrote the assessment last: said to whoever wrote the same fields meanwhile.
alter table purchase_item add column edited_by bigint references business_user;
alter table purchase_item add column edited_at timestamptz;

-- Until now the day of the assessment decided. Requests keep what they were priced with and what they could still be
-- priced with, and get what ran on their own day.
insert into promised_campaign (request_id, campaign_id)
select r.id, c.id
from purchase_request r join campaign c on c.company_id = r.company_id
where (r.created_at at time zone 'Asia/Tokyo')::date between c.starts_on and c.ends_on
  or (r.closed_at is null and r.contracted_at is null
    and (now() at time zone 'Asia/Tokyo')::date between c.starts_on and c.ends_on)
union
select i.request_id, i.campaign_id from purchase_item i where i.campaign_id is not null
on conflict do nothing;

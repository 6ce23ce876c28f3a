-- The campaigns that count for a request: those that ran on the day it was made and whose conditions on shop and customer
-- it met. They still count when a campaign ends earlier than announced.
create table promised_campaign (
  request_id bigint not null references purchase_request,
  campaign_id bigint not null references campaign,
  primary key (request_id, campaign_id)
);
create index on promised_campaign (campaign_id);

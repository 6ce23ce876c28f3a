-- The last time a person assigned several requests at once: what it was before, so that it can be taken back.
create table request_assignment (
  id bigint generated always as identity primary key,
  business_user_id bigint not null unique references business_user,
  made_at timestamptz not null
);

-- `version`: after the act. A request that has another one was changed since.
create table request_assignment_row (
  assignment_id bigint not null references request_assignment on delete cascade,
  request_id bigint not null references purchase_request on delete cascade,
  assessor_before bigint references business_user,
  version integer not null,
  primary key (assignment_id, request_id)
);
create index on request_assignment_row (request_id);

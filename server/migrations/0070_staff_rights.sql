-- Colleagues are changed by two people at once, and a raise to administrator in the operator's house takes two.

alter table business_user
  add column version integer not null default 1,
  -- Who made the person an administrator, and when. In the house that ties the two like an invitation.
  add column raised_by bigint references business_user,
  add column raised_at timestamptz,
  -- Works as staff until a second administrator confirms the raise.
  add column is_raise_waiting boolean not null default false,
  add check (not is_raise_waiting or role = 'staff' and raised_by is not null);

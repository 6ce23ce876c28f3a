-- Who received each box: only the first one moves the request, which has its own history.
alter table request_box add column received_by bigint references business_user (id);
update request_box b set received_by = h.actor_id
  from request_history h
  where h.request_id = b.request_id and h.at = b.arrived_at and h.actor_kind = 'business' and h.actor_id is not null;

-- Pre-assessments whose draft was given up until now: handed out again, or expired. The list of a request is kept for a year
-- after the request, so within a year no list means that no request was made.
update pre_assessment a set version = a.version + 1, updated_at = now(),
  state = case when a.valid_until < (now() at time zone 'Asia/Tokyo')::date then 'expired' else 'sent' end,
  ended_at = case when a.valid_until < (now() at time zone 'Asia/Tokyo')::date then now() end
where a.state = 'accepted' and a.declared_list_id is null and a.ended_at > now() - interval '365 days'
  and exists (select from pre_assessment_link l where l.pre_assessment_id = a.id and l.revoked_at is null);

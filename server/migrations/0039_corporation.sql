-- A corporation sells through a person in charge, who is identified with it. The birthday and the job are that person's.
alter table customer
  add column corporate_number text not null default '' check (corporate_number ~ '^([0-9]{13})?$'),
  add column agent_name text not null default '',
  add column agent_name_kana text not null default '',
  add column agent_authority text check (agent_authority in ('representative', 'employee', 'proxy'));

alter table identification
  add column verified_agent_name text not null default '',
  add column authority_evidence text not null default '',
  drop constraint identification_clause_check,
  add constraint identification_clause_check check (clause in
    ('face_to_face', 'law_3', 'clause_1', 'clause_4', 'clause_6', 'clause_7', 'clause_8', 'clause_9', 'clause_13'));

-- Whether the provider was asked to have the person sign in again.
alter table provider_sign_in add column is_fresh boolean not null default false;

-- The counts of limits in the form of rate-limiter-flexible, which fills the columns in this order. `expire` is in
-- milliseconds. The counts themselves are not worth carrying over.
drop table rate_count;
create unlogged table rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
create index on rate_limit (expire);

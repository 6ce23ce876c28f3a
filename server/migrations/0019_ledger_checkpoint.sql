-- How far the checkpoint file once knew a chain: a file that knows less, or is gone, has lost its witness.
alter table antique_ledger_head add checkpoint_seq bigint not null default 0;

-- A row is put right once; what is wrong with the correction is put right by correcting that.
create unique index antique_ledger_corrected_once on antique_ledger (company_id, corrects_seq) where corrects_seq is not null;

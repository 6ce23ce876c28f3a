-- Purchases from issuers of invoices, whose statements wait for their sellers.
create index purchase_request_statement on purchase_request (company_id, id desc) include (shop_id)
  where is_invoice_issuer and contracted_at is not null;

-- Parcels' numbers, telephone numbers and mail addresses are scanned and searched for, and answered at once.
create index purchase_request_tracking on purchase_request (tracking_number) where tracking_number <> '';
create index purchase_request_return_tracking on purchase_request (return_tracking_number) where return_tracking_number <> '';
create index customer_phone on customer (phone) where phone <> '';
create index account_customer_email on account (email_folded text_pattern_ops) where kind = 'customer';

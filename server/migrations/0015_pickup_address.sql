-- Where the carrier fetches the boxes: the address as it was registered when the pickup was asked for. A later change of
-- the profile must not send the carrier somewhere else unnoticed.
alter table purchase_request add column pickup_address jsonb;

-- Boxes that are still at their customers' are fetched where those live now; what has been fetched is not made up.
update purchase_request r set pickup_address = jsonb_build_object('postal_code', c.postal_code, 'prefecture', c.prefecture,
  'city', c.city, 'address1', c.address1, 'address2', c.address2)
from customer c where c.id = r.customer_id and r.delivering_option = 'PICKUP_ONLY' and r.status in (0, 1, 2);

alter table purchase_request add constraint purchase_request_pickup_address
  check (pickup_address is null or delivering_option = 'PICKUP_ONLY');

-- The registered address, frozen when a pickup is requested, so that a later profile change does not redirect the carrier
-- unnoticed.
alter table purchase_request add column pickup_address jsonb;

-- Backfill for boxes that are not picked up yet. The address of earlier pickups is unknown and stays null.
update purchase_request r set pickup_address = jsonb_build_object('postal_code', c.postal_code, 'prefecture', c.prefecture,
  'city', c.city, 'address1', c.address1, 'address2', c.address2)
from customer c where c.id = r.customer_id and r.delivering_option = 'PICKUP_ONLY' and r.status in (0, 1, 2);

alter table purchase_request add constraint purchase_request_pickup_address
  check (pickup_address is null or delivering_option = 'PICKUP_ONLY');

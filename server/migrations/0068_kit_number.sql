-- Whether the number of a kit is that of another one.
create index request_kit_number on request_kit (tracking_number) where tracking_number <> '';

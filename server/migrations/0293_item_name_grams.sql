-- Articles are searched by parts of their names, two letters being the usual length.
create index purchase_item_name_grams on purchase_item using gin (public.bigram_array(name_folded));
-- Otherwise the planner takes every pair of letters for rare until the table is analyzed by itself.
analyze purchase_item;

-- Brand and category are those of the row that was named, which follows a merge.
alter table pre_assessment_result drop column brand_id, drop column category_id;
alter table pre_assessment_result add foreign key (pre_item_id) references pre_assessment_item;

-- What was written before reasons became codes (contract/identification.ts), and jobs before they got their new names.
update identification i set missing = array(
  select coalesce(g.code, m.kept) from unnest(i.missing) with ordinality m(kept, place)
  left join (values
    ('document_kind', '確認した書類の種類を選んでください。'),
    ('document_name', '確認した書類の名前を入力してください。'),
    ('document_issuer', '書類の発行元を入力してください。'),
    ('document_number', '書類の番号を入力してください。'),
    ('copy_filed', '書類の写しを保管した場所を入力してください。'),
    ('image_filed', '書類の画像を保管した場所を入力してください。'),
    ('chip_filed', 'ICチップの記録を保管した場所を入力してください。'),
    ('mail_delivered_on', '転送不要の郵便が届いた日を入力してください。'),
    ('mail_number', '転送不要の郵便の引受番号を入力してください。'),
    ('bank_account', 'お客さま名義の振込先口座を選んでください。'),
    ('holder_differs', '振込先の口座名義が、確認したお名前(カナ)と違います。'),
    ('no_former_record', '以前の本人確認の記録がありません。ほかの方法で確認してください。'),
    ('former_record_differs', '以前に確認した氏名・生年月日・住所と違います。ほかの方法で確認してください。'),
    ('name_differs', '書類の氏名が、お客さまの登録と違います。'),
    ('birthday_differs', '書類の生年月日が、お客さまの登録と違います。'),
    ('address_differs', '書類の住所が、お客さまの登録と違います。')
  ) g(code, sentence) on g.sentence = m.kept
  order by m.place)
where cardinality(i.missing) > 0;

-- The queue makes its tables itself, after these migrations on a new database.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  insert into graphile_worker._private_tasks (identifier)
    select 'deal.close' where exists (select from graphile_worker._private_tasks where identifier = 'contract.try')
    on conflict do nothing;
  update graphile_worker._private_jobs j set task_id = new.id
    from graphile_worker._private_tasks old, graphile_worker._private_tasks new
    where old.identifier = 'contract.try' and new.identifier = 'deal.close' and j.task_id = old.id;
  -- These run by the clock; their successors do too.
  delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier in ('contract.scan', 'rate_count.clean'));
end $$;

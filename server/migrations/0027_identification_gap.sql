-- What an identification lacks was stored as the sentence for staff; it is a code now. The last three are of the demo data.
with gap (sentence, code) as (values
  ('確認した書類の種類を選んでください。', 'document_kind'),
  ('確認した書類の名前を入力してください。', 'document_name'),
  ('書類の発行元を入力してください。', 'document_issuer'),
  ('書類の番号を入力してください。', 'document_number'),
  ('書類の写しを保管した場所を入力してください。', 'copy_filed'),
  ('書類の画像を保管した場所を入力してください。', 'image_filed'),
  ('ICチップの記録を保管した場所を入力してください。', 'chip_filed'),
  ('転送不要の郵便が届いた日を入力してください。', 'mail_delivered_on'),
  ('転送不要の郵便の引受番号を入力してください。', 'mail_number'),
  ('お客さま名義の振込先口座を選んでください。', 'bank_account'),
  ('振込先の口座名義が、確認したお名前(カナ)と違います。', 'holder_differs'),
  ('以前の本人確認の記録がありません。ほかの方法で確認してください。', 'no_former_record'),
  ('以前に確認した氏名・生年月日・住所と違います。ほかの方法で確認してください。', 'former_record_differs'),
  ('書類の氏名が、お客さまの登録と違います。', 'name_differs'),
  ('書類の生年月日が、お客さまの登録と違います。', 'birthday_differs'),
  ('書類の住所が、お客さまの登録と違います。', 'address_differs'),
  ('転送不要郵便の到達日', 'mail_delivered_on'),
  ('本人確認書類の画像', 'copy_filed'),
  ('住所の部屋番号が書類と違います', 'address_differs')
)
update identification i
set missing = (
  select array_agg(coalesce(g.code, m.text) order by m.place)
  from unnest(i.missing) with ordinality as m (text, place)
  left join gap g on g.sentence = m.text
)
where cardinality(i.missing) > 0;

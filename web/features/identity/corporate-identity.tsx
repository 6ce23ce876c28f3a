import { Link } from '@tanstack/react-router'
import { ekyc } from '#contract/codes'
import { Card } from '#web/ui/card.tsx'
import { Section, Stack } from '#web/ui/page.tsx'
import { DealerCard, NoChecks, Points } from './dealer-cards.tsx'
import type { Dealer } from './identity.rules.ts'

export function CorporateChecks({ dealers }: { dealers: readonly Dealer[] }) {
  if (dealers.length === 0) {
    return <NoChecks>お申し込みのあと、法人の書類を確かめます。必要な書類は下をご覧ください。</NoChecks>
  }
  return (
    <Stack gap={12}>
      {dealers.map((dealer) => (
        <DealerCard key={dealer.id} dealer={dealer}>
          {dealer.ekycStatus === ekyc.APPROVED ? (
            '法人の書類で確認が終わっています。いまお願いするお手続きはありません。'
          ) : (
            <>
              <p>書類が届きしだい、お店の担当者が確認します。必要な書類は下をご覧ください。</p>
              <p style={{ marginTop: 4 }}>
                {dealer.shopIds.map((id, index) => (
                  <Link key={id} to="/shops/$id" params={{ id: String(id) }} style={{ marginRight: 16 }}>
                    {dealer.shops[index] ?? dealer.name}の住所と電話番号
                  </Link>
                ))}
              </p>
            </>
          )}
        </DealerCard>
      ))}
    </Stack>
  )
}

/** A corporation sends papers by mail; the capture page is for persons. */
export function CorporateWay() {
  return (
    <>
      <Section title="法人のお客さまの進み方">
        <Card>
          <Points>
            <li>
              お申し込みのあと、下の書類をお品物の箱に入れるか、お店の住所へ郵便でお送りください。申し込み番号を添えていただくと、早く確認できます。
            </li>
            <li>お店が書類を確かめ、本店の所在地へ転送不要の郵便をお送りします。お受け取りください。</li>
            <li>
              終わると、この画面に「確認済み」と表示されます。査定の結果にお返事いただいたあとでも間に合います。
            </li>
          </Points>
        </Card>
      </Section>
      <Section title="ご用意いただくもの">
        <Card>
          <Points>
            <li>登記事項証明書(履歴事項全部証明書)または印鑑登録証明書。発行から3か月以内のもの</li>
            <li>取引のご担当者の本人確認書類の写し(運転免許証など。マイナンバーカードは表面だけ)</li>
            <li>
              ご担当者の権限がわかる書類(代表者の方は登記事項証明書、社員の方は社員証など、そのほかの方は委任状)
            </li>
            <li>
              法人名義の振込先口座。
              <Link to="/profile/bank-account">口座を確かめる</Link>
            </li>
          </Points>
          <p style={{ marginTop: 8, fontSize: 13 }}>
            名称・本店の所在地・ご担当者は、登記や書類のとおりにご登録ください。
            <Link to="/profile" search={{ returnUrl: '/profile/identity' }}>
              お客さま情報を確かめる
            </Link>
          </p>
        </Card>
      </Section>
      <Section title="もう一度お願いするとき">
        <Card>
          <Points>
            <li>名称・法人番号・本店の所在地・取引のご担当者を変えたとき</li>
            <li>はじめての会社のお店に売るとき(同じ会社のお店どうしは共通です)</li>
          </Points>
        </Card>
      </Section>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { formatPostalCode } from '#contract/text'
import { ConsentChoice } from '#web/features/ad-tracking/shared/consent-choice.tsx'
import { operatorPending, useOperator } from '#web/features/company/shared/use-operator.ts'
import { Page } from '#web/ui/page.tsx'
import { Prose } from './prose.tsx'

export default function PrivacyPage() {
  return (
    <Page title="プライバシーポリシー" lead="お預かりする情報と、その使いみちをご案内します。">
      <Prose>
        <section>
          <h2>お預かりする情報</h2>
          <ul>
            <li>お名前、ご住所、生年月日、ご職業、電話番号、メールアドレス</li>
            <li>
              本人確認に使った書類の種類・発行元・番号と、書類のお名前・ご住所・生年月日、確認した日と方法
            </li>
            <li>画面から本人確認をされたときは、書類とお顔の画像</li>
            <li>振込先の口座</li>
            <li>お申し込み、査定、お取引、お問い合わせの記録</li>
          </ul>
        </section>
        <section>
          <h2>使いみち</h2>
          <ul>
            <li>買取のお申し込みをお受けし、査定、お支払い、ご返送をするため</li>
            <li>古物営業法が定める本人確認と、取引の記録のため</li>
            <li>お取引に関わるご連絡と、お問い合わせへのお返事のため</li>
            <li>不正なお取引や、ほかの方によるログインを防ぐため</li>
          </ul>
          <p>これら以外に使うときは、あらかじめお客さまの同意をいただきます。</p>
        </section>
        <section>
          <h2>お店への提供</h2>
          <p>
            お申し込みに必要な情報は、お客さまがお選びになったお店を営む古物商にだけ提供します。ほかのお店の担当者がご覧になることはできません。
          </p>
          <p>
            運送会社にはお届けに必要な範囲、銀行にはお振込みに必要な範囲でお渡しします。法律に基づく照会があったときは、その範囲でお答えします。
          </p>
        </section>
        <section>
          <h2>本人確認書類の扱い</h2>
          <p>
            本人確認をしたお店の担当者が、書類の種類と番号、確認した日と方法を記録します。番号と生年月日は暗号にして保管します。
          </p>
          <p>
            画面からお送りいただいた書類とお顔の画像は、撮影場所などの情報を取り除き、1枚ずつ別の鍵で暗号にして保管します。ご覧になれるのは、お渡しをお選びいただいた古物商の担当者だけで、開くたびに、だれがいつ見たかを記録します。本人確認のほかには使いません。
          </p>
          <p>
            お顔の画像は確認の30日後に、書類の画像は、法律が求める本人確認の記録とともに消します。撮り直し、取りやめ、期限切れのときは、その画像をすぐに消します。
          </p>
          <p>
            ほかの方法で法律が書類の写しの保存を求めるときは、お店が写しを古物台帳とともに保管します。マイナンバーカードの裏面はお受け取りしません。
          </p>
        </section>
        <section>
          <h2>保管の期間</h2>
          <p>
            取引の記録は、古物営業法などの法律が定める期間保管します。退会されると、振込先の口座の登録はすぐに削除し、ログインはできなくなります。
          </p>
        </section>
        <section>
          <h2>ブラウザに残すもの</h2>
          <p>
            ログインの状態と、書きかけの入力をお使いのブラウザに残します。ログアウトすると消えます。広告のための情報は、お客さまの同意なしに残しません。
          </p>
        </section>
        <section id="measurement">
          <h2>閲覧の記録</h2>
          <p>
            お許しいただいたときだけ、ご覧になったページと、どの広告やサイトからお越しになったかを記録し、サイトの改善と広告の効果を知るために使います。ページの記録に、お名前やお申し込みの番号は含めません。広告の記録は、会員登録やログインをされると、お客さまの登録と結び付けます。
          </p>
          <p>
            ほかの会社には渡しません。ページの記録は400日、ご登録のない方の広告の記録は90日で削除します。ご登録と結び付いた記録は、退会されるとすぐに削除します。
          </p>
          <div style={{ marginTop: 16 }}>
            <ConsentChoice />
          </div>
        </section>
        <Keeper />
        <section>
          <h2>開示・訂正・削除のご希望</h2>
          <p>
            ご本人からのご請求には、法律に沿ってお応えします。
            <Link to="/contact">お問い合わせ</Link>からお知らせください。
          </p>
        </section>
      </Prose>
    </Page>
  )
}

/** The data controller: the law requires its name, address and representative. */
function Keeper() {
  const operator = useOperator()
  if (operator === undefined) return null
  return (
    <section>
      <h2>情報をお預かりする会社</h2>
      {operator ? (
        <p>
          {operator.name}(代表者 {operator.representative})
          <br />〒{formatPostalCode(operator.postalCode)} {operator.address}
        </p>
      ) : (
        <p>{operatorPending}</p>
      )}
    </section>
  )
}

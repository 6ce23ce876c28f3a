/** The terms open beside the form, which keeps what is typed. */
export const AgreeLabel = () => (
  <>
    <a href="/terms" target="_blank" rel="noopener">
      利用規約
    </a>
    と
    <a href="/privacy" target="_blank" rel="noopener">
      プライバシーポリシー
    </a>
    を読み、同意します
  </>
)

export const agreedProblem = (agreed: boolean): string | undefined =>
  agreed ? undefined : '利用規約をお読みのうえ、同意をお願いします。'

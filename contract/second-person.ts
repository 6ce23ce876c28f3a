import type { secondPersonRefusals } from './error.ts'

export type SecondPersonRefusal = (typeof secondPersonRefusals)[number]

export type SecondAct = 'approve' | 'grant' | 'confirm' | 'check' | 'release' | 'reset'

const words: Readonly<Record<SecondAct, { did: string; does: string }>> = {
  approve: { did: '作成した', does: '承認' },
  grant: { did: '申請した', does: '承認' },
  confirm: { did: '加えた', does: '確認' },
  check: { did: '1人目に確認した', does: '確認' },
  release: { did: '1人目に確認した', does: '解除' },
  reset: { did: '2段階認証の解除を申し出た', does: '解除' },
}

const mostNamed = 5

/** Where no colleague can be the second, the operator helps a dealer, and whoever runs the server the operator. */
export function nobodyElseSentence(act: SecondAct): string {
  if (act === 'release')
    return 'いま2人目になれる人がいません。招待でつながっていない担当者の追加を、運営にご依頼ください。'
  const help = act === 'reset' ? 'この解除の確認' : '運営の管理者の追加'
  return `いま${words[act].does}できる人がいません。サーバーの管理者に、${help}をご依頼ください。`
}

function insteadOf(act: SecondAct, able: readonly string[]): string {
  const { does } = words[act]
  if (able.length === 0) return nobodyElseSentence(act)
  const names = able.slice(0, mostNamed).map((name) => `${name}さん`)
  return `${does}できるのは、${names.join('、')}${able.length > mostNamed ? 'など' : ''}です。`
}

/** `first`: who did the first part. `able`: who can do the second. */
export function secondPersonSentence(
  refusal: SecondPersonRefusal,
  act: SecondAct,
  { first, able }: { first: string; able: readonly string[] },
): string {
  const { did, does } = words[act]
  const who = insteadOf(act, able)
  const reasons: Readonly<Record<SecondPersonRefusal, string>> = {
    two_people_required: `${did}人は${does}できません。`,
    second_person_invited: `${did}${first}さんと招待でつながっている人は${does}できません。`,
    second_person_device: `${did}${first}さんが使っている端末からは${does}できません。ご自分の端末でログインし直してください。`,
    second_person_network: `${did}${first}さんと同じ回線からは${does}できません。別の回線でログインし直してください。`,
  }
  return `${reasons[refusal]}${who}`
}

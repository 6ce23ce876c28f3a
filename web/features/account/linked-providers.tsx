import { formatDateJa, tokyoDate } from '#contract/day'
import { signInProviderCalls } from '#contract/sign-in-provider'
import type { AskResult } from '#web/lib/ask.ts'
import { problemIn } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { readTokens, tokenOwner } from '#web/lib/tokens.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Section } from '#web/ui/page.tsx'
import { SettingList } from './setting-list.tsx'
import { useProviderVisit } from './shared/provider-buttons.tsx'
import { ProviderMark } from './shared/provider-mark.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

type Ways = AskResult<typeof signInProviderCalls.ways>
type Linked = Ways['providers'][number]

/** Whether another way to sign in is left without this one. */
const isLastWay = (ways: Ways, id: string): boolean =>
  ways.password !== 'usable' && !ways.providers.some((other) => other.id !== id && other.linkedAt !== null)

/** Nothing where the server offers no provider. */
export function LinkedProviders() {
  const { data: ways } = useCall(signInProviderCalls.ways)
  const { unlink, pending, dialog } = useUnlink()
  const { leave, leaving, problem } = useProviderVisit()
  if (!ways || ways.providers.length === 0) return null
  const link = ({ id, label }: Linked) =>
    void leave(
      { id, label },
      { errand: 'link', returnUrl: '/settings', owner: tokenOwner(readTokens().access) },
    )
  return (
    <Section title="外部サービスでのログイン">
      <ProblemNotice>{problem}</ProblemNotice>
      <SettingList>
        {ways.providers.map((provider) => (
          <li key={provider.id}>
            <ProviderMark {...provider} />
            <div>
              {provider.label}
              <small>{wordsOf(provider, isLastWay(ways, provider.id))}</small>
            </div>
            {provider.linkedAt === null ? (
              <QuietButton
                aria-label={`${provider.label}と連携する`}
                pending={leaving === provider.id}
                onClick={() => link(provider)}
              >
                連携する
              </QuietButton>
            ) : (
              !isLastWay(ways, provider.id) && (
                <QuietButton
                  aria-label={`${provider.label}との連携を解除する`}
                  pending={pending === provider.id}
                  onClick={() => void unlink(provider)}
                >
                  解除
                </QuietButton>
              )
            )}
          </li>
        ))}
      </SettingList>
      {dialog}
    </Section>
  )
}

function wordsOf({ linkedAt }: Linked, isLast: boolean): string {
  if (linkedAt === null) return 'まだ連携していません'
  const since = `${formatDateJa(tokyoDate(linkedAt))}に連携しました`
  return isLast
    ? `${since}。いまは、これがただひとつのログインの方法です。解除するには、先に、メールアドレスとパスワードを設定するか、ほかのサービスと連携してください。`
    : since
}

function useUnlink() {
  const confirm = useConfirm()
  const { confirmed, dialog } = useReauthenticate()
  const mutation = useMutationOf(signInProviderCalls.unlink, { waits: true, rereadsOnError: true })
  const unlink = async ({ id, label }: Linked) => {
    const sure = await confirm({
      title: `${label}との連携を解除しますか?`,
      body: `次からは、${label}ではログインできません。もう一度連携することもできます。`,
      confirm: '解除する',
    })
    if (!sure) return
    try {
      await confirmed(() => mutation.mutateAsync({ params: { provider: id } }))
      notify.done(`${label}との連携を解除しました`)
    } catch (error) {
      const problem = problemIn(error)
      if (problem) notify.failed(problem)
    }
  }
  return { unlink, dialog, pending: mutation.isPending ? mutation.variables.params.provider : undefined }
}

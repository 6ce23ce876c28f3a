import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bankAccountCalls } from '#contract/bank-account'
import { toFullKatakana } from '#contract/text'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { problemIn } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { type BankAccount, maskedNumber, typeText } from './account.rules.ts'

const branchName = ({ bankCode, branchName: name, branchCode }: BankAccount): string =>
  `${name}${bankCode === '9900' && name ? '店' : ''}(${branchCode})`

function Details({ account }: { account: BankAccount }) {
  const [open, setOpen] = useState(false)
  const shown = (text: string) => (open ? text : maskedNumber(text))
  const { yuchoSymbol, yuchoNumber } = account
  return (
    <>
      <DefinitionList
        items={[
          { key: 'bank', term: '銀行', value: account.bankName || `銀行コード ${account.bankCode}` },
          { key: 'branch', term: '支店', value: branchName(account) },
          {
            key: 'number',
            term: '口座番号',
            value: `${typeText(account.accountType)} ${shown(account.accountNumber)}`,
          },
          ...(yuchoSymbol
            ? [{ key: 'yucho', term: '記号・番号', value: `${shown(yuchoSymbol)} - ${shown(yuchoNumber)}` }]
            : []),
          { key: 'holder', term: '口座名義', value: toFullKatakana(account.accountHolderKana) },
        ]}
      />
      <TextButton type="button" aria-pressed={open} onClick={() => setOpen(!open)}>
        {open ? '番号を隠す' : '番号をすべて表示する'}
      </TextButton>
    </>
  )
}

function useRemoval(account: BankAccount, onRemoved: () => void) {
  const confirm = useConfirm()
  const remove = useMutationOf(bankAccountCalls.remove, { rereadsOnError: true })
  const { confirmed, dialog } = useReauthenticate()
  const [problem, setProblem] = useState<string>()
  const start = async () => {
    setProblem(undefined)
    const sure = await confirm({
      title: '口座の登録を削除しますか?',
      body: '口座がないあいだは、自動のお振込みもふくめて、お振込みができません。残高はそのまま残ります。',
      confirm: '口座を削除する',
      danger: true,
    })
    if (!sure) return
    try {
      await confirmed(() =>
        remove.mutateAsync({ params: { customerPk: account.customerId, id: account.id } }),
      )
      onRemoved()
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return { start, problem, dialog, pending: remove.isPending }
}

type Props = {
  account: BankAccount
  transferUnderWay: boolean
  onEdit: () => void
  onRemoved: () => void
}

export function AccountCard({ account, transferUnderWay, onEdit, onRemoved }: Props) {
  const removal = useRemoval(account, onRemoved)
  return (
    <Stack gap={16}>
      {transferUnderWay && (
        <Notice
          tone="wait"
          title="お振込みの手続き中です"
          actions={<Link to="/balance">残高とお振込みを見る</Link>}
        >
          お振込みが終わるまで、この口座は変更も削除もできません。終わると、この画面から変えられます。
        </Notice>
      )}
      {removal.problem && (
        <Notice tone="late" role="alert" title="削除できませんでした">
          {removal.problem}
        </Notice>
      )}
      <Card style={{ paddingBlock: 4 }}>
        <Details account={account} />
      </Card>
      {!transferUnderWay && (
        <Stack gap={8}>
          <MainButton onClick={onEdit}>口座を変える</MainButton>
          <DangerButton onClick={() => void removal.start()} pending={removal.pending}>
            口座を削除する
          </DangerButton>
        </Stack>
      )}
      {removal.dialog}
    </Stack>
  )
}

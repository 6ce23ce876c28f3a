import { bankAccountType, labelOf } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { type PayoutFormatCode, payoutFormatLabel } from '#contract/transfer'
import type { Definition } from '#web/ui/definition-list.tsx'
import { Muted } from '#web/ui/page.tsx'
import { type Originator, originatorLabels } from './originator.rules.ts'

export const definitionsOf = (stored: Originator): Definition[] => [
  { key: 'originatorCode', term: originatorLabels.originatorCode, value: stored.originatorCode || 'なし' },
  {
    key: 'name',
    term: '委託者名',
    value: (
      <>
        {stored.nameKana} <Muted style={{ fontSize: 12 }}>ファイルでは {stored.nameInFile}</Muted>
      </>
    ),
  },
  {
    key: 'bank',
    term: '銀行・支店',
    value: `${stored.bankName}(${stored.bankCode}) ${stored.branchName}(${stored.branchCode})`,
  },
  {
    key: 'account',
    term: '口座',
    value: `${labelOf(bankAccountType, stored.accountType)} ${stored.accountNumber}`,
  },
  {
    key: 'format',
    term: originatorLabels.fileFormat,
    value: payoutFormatLabel[stored.fileFormat as PayoutFormatCode] ?? stored.fileFormat,
  },
  {
    key: 'changed',
    term: '最後の変更',
    value: stored.updatedAt ? `${formatDateTimeJa(stored.updatedAt)} ${stored.updatedBy}` : '—',
  },
]

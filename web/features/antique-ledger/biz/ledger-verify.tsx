import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { formatDateTimeJa } from '#contract/day'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function LedgerVerify() {
  const verify = useMutationOf(antiqueLedgerCalls.verify)
  const result = verify.data
  return (
    <>
      <QuietButton
        startIcon={<Icon name="lock" size={16} />}
        pending={verify.isPending}
        onClick={() => verify.mutate({ body: {} })}
      >
        改ざんがないか確かめる
      </QuietButton>
      {(result || verify.error) && (
        <Dialog
          open
          title="台帳の確認"
          onClose={verify.reset}
          actions={<QuietButton onClick={verify.reset}>閉じる</QuietButton>}
        >
          {verify.error && <ErrorText role="alert">{sentenceFor(verify.error)}</ErrorText>}
          {result && (
            <Stack gap={10}>
              <StatusChip tone={result.isOk ? 'ok' : 'late'} style={{ justifySelf: 'start' }}>
                {result.isOk ? '台帳に改ざんはありません' : '台帳に問題があります'}
              </StatusChip>
              {!result.isOk && <p>{result.problem}</p>}
              {result.warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
              <DefinitionList
                items={[
                  { key: 'count', term: '確かめた記載', value: `${result.count}件` },
                  ...(result.firstBadSeq === null
                    ? []
                    : [{ key: 'bad', term: '最初の問題', value: `No.${result.firstBadSeq}` }]),
                  { key: 'head', term: '最後の記載の照合値', value: <code>{result.head}</code> },
                  { key: 'at', term: '確かめた時刻', value: formatDateTimeJa(result.checkedAt) },
                ]}
              />
            </Stack>
          )}
        </Dialog>
      )}
    </>
  )
}

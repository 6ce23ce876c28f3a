import { useQuery } from '@tanstack/react-query'
import { bankAccountCalls } from '#contract/bank-account'
import { parseAccountNumber } from '#contract/bank-kana'
import { withoutSeparators } from '#contract/text'
import { queryOf } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Search, SearchField } from '#web/ui/search-field.tsx'
import { type AccountValues, convertedYucho, typeText } from './account.rules.ts'
import { AccountTypeField, accountNumberHelp, DigitsField } from './shared/account-fields.tsx'

type Props = { form: CallForm<AccountValues> }

const yuchoBank = '9900'
const FOREVER = Number.POSITIVE_INFINITY

type Query<Row> = { data: Row[] | undefined; isError: boolean; refetch: () => Promise<unknown> }

const searchOf = <Row,>(query: Query<Row>, settled: boolean, read: (row: Row) => Choice<string>): Search => ({
  found: settled ? query.data?.map(read) : undefined,
  failed: query.isError,
  again: () => query.refetch(),
})

function useBanks(text: string, enabled: boolean): Search {
  const word = useSettled(text.trim())
  const query = useQuery({
    ...queryOf(bankAccountCalls.banks, { query: { searchText: word } }),
    enabled: enabled && word !== '',
    staleTime: FOREVER,
  })
  return searchOf(query, word === text.trim(), ({ bankCode, name }) => ({
    value: bankCode,
    label: name,
    hint: bankCode,
  }))
}

function useBranches(bankCode: string, text: string, enabled: boolean): Search {
  const word = useSettled(text.trim())
  const query = useQuery({
    ...queryOf(bankAccountCalls.branches, { params: { bankCode }, query: { searchText: word } }),
    enabled: enabled && bankCode !== '' && word !== '',
    staleTime: FOREVER,
  })
  return searchOf(query, word === text.trim(), ({ branchCode, name }) => ({
    value: branchCode,
    label: name,
    hint: branchCode,
  }))
}

const noBranches: Search = { found: [], failed: false, again: () => Promise.resolve() }

const withoutBranch = { branchCode: '', branchText: '' }

export function BankFields({ form }: Props) {
  const values = form.watch()
  const { errors } = form.formState
  const banks = useBanks(values.bankText, !values.bankCode)
  const branches = useBranches(values.bankCode, values.branchText, !values.branchCode)
  const type = useBound(form, 'accountType')
  const put = (change: Partial<AccountValues>) => {
    for (const [name, value] of Object.entries(change))
      form.setValue(name as keyof AccountValues, value, { shouldDirty: true })
    form.clearErrors(Object.keys(change) as (keyof AccountValues)[])
  }
  return (
    <>
      <SearchField
        label="銀行"
        required
        help="名前・カナ・4桁の番号で探せます。例 みずほ"
        name="bankCode"
        text={values.bankText}
        chosen={values.bankCode !== ''}
        search={banks}
        nothing="見つかりません。名前の一部だけで、もう一度お試しください。"
        error={errors.bankCode?.message}
        onText={(bankText) => put({ bankText, bankCode: '', ...(values.bankCode ? withoutBranch : {}) })}
        onChoose={({ value, label }) => put({ bankCode: value, bankText: label })}
      />
      {values.bankCode === yuchoBank && (
        <Notice
          title="通帳の記号・番号でも登録できます"
          actions={
            <button type="button" onClick={() => put({ way: 'yucho' })}>
              記号・番号で登録する
            </button>
          }
        >
          支店名と口座番号がおわかりのときは、このままお進みください。
        </Notice>
      )}
      <SearchField
        label="支店"
        required
        help={values.bankCode ? '支店名・カナ・3桁の番号で探せます。' : '先に銀行をお選びください。'}
        name="branchCode"
        text={values.branchText}
        chosen={values.branchCode !== ''}
        search={values.bankCode ? branches : noBranches}
        nothing={
          values.bankCode
            ? '見つかりません。支店名の一部か、3桁の番号でお試しください。'
            : '先に銀行をお選びください。'
        }
        error={errors.branchCode?.message}
        onText={(branchText) => put({ branchText, branchCode: '' })}
        onChoose={({ value, label }) => put({ branchCode: value, branchText: label })}
      />
      <AccountTypeField types={[1, 2, 4, 9]} columns={2} {...type} />
      <DigitsField
        help={accountNumberHelp}
        {...form.tidied('accountNumber', parseAccountNumber)}
        style={{ maxWidth: 200 }}
      />
    </>
  )
}

export function YuchoFields({ form }: Props) {
  const values = form.watch()
  const converted = convertedYucho(values)
  return (
    <>
      <DigitsField
        help="通帳の1ページめにある5桁の数字。例 10180"
        {...form.tidied('yuchoSymbol', withoutSeparators)}
        style={{ maxWidth: 160 }}
      />
      <DigitsField
        help="最後の桁まで、そのまま入力してください。記号のあとの「-1」などは要りません。"
        {...form.tidied('yuchoNumber', withoutSeparators)}
        style={{ maxWidth: 200 }}
      />
      {converted.ok && converted.account_type === 1 && (
        <CheckField label="通常貯蓄貯金の口座です" {...form.register('isSavings')} />
      )}
      <div aria-live="polite">
        {converted.ok && (
          <Converted
            branchCode={converted.branch_code}
            text={`${typeText(values.isSavings && converted.account_type === 1 ? 4 : converted.account_type)} ${converted.account_number}`}
          />
        )}
      </div>
    </>
  )
}

function Converted({ branchCode, text }: { branchCode: string; text: string }) {
  const branches = useQuery({
    ...queryOf(bankAccountCalls.branches, {
      params: { bankCode: yuchoBank },
      query: { searchText: branchCode },
    }),
    staleTime: FOREVER,
  })
  const name = branches.data?.find((branch) => branch.branchCode === branchCode)?.name
  if (branches.data && !name) {
    return (
      <Notice tone="late">
        この記号の支店({branchCode})が見つかりません。通帳の記号をもう一度ご確認ください。
      </Notice>
    )
  }
  return (
    <Notice title="お振込みでは、次の番号になります">
      ゆうちょ銀行 {name ? `${name}店` : ''}({branchCode}) {text}
    </Notice>
  )
}

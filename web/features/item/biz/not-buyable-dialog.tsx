import { itemCalls } from '#contract/item'
import { MainButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ChipButton } from '#web/ui/filter-chips.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Row } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { keyText } from '#web/ui/shortcut-list.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Item } from './bench-types.ts'

const usual = [
  '当店の取り扱いブランドではないため',
  '破れ・穴があるため',
  '落ちない汚れがあるため',
  'においが強いため',
  '季節・型が古く、次のお客さまにおすすめできないため',
] as const

/** With Alt, because the field has the focus and a reason may begin with a number. */
export const reasonKey = (index: number) => ({ code: `Digit${index + 1}`, alt: true })

/** Rendered inside the dialog, so that the keys work only while it is open. */
function ReasonKeys({ onPick }: { onPick: (reason: string) => void }) {
  useShortcuts(
    usual.map((reason, index) => ({
      ...reasonKey(index),
      label: reason,
      inFields: true,
      run: () => onPick(reason),
    })),
  )
  return null
}

type Props = { item: Item; onSave: (reason: string) => void; onClose: () => void }

export function NotBuyableDialog({ item, onSave, onClose }: Props) {
  const form = useShortForm(itemCalls.update, {
    labels: { notBuyableReason: '理由' },
    defaultValues: { notBuyableReason: item.notBuyableReason },
    bodyOf: (values) => ({ ...values, version: item.version }),
    also: ({ notBuyableReason }) => ({
      notBuyableReason: notBuyableReason.trim() ? undefined : `${MISSING_REASON}(例 袖口の破れのため)`,
    }),
  })
  const pick = (reason: string) => form.setValue('notBuyableReason', reason, { shouldValidate: true })
  return (
    <FormDialog
      form={form}
      title="今回は値段をつけない理由"
      confirm="買取不可にして次へ"
      Confirm={MainButton}
      send={({ notBuyableReason = '' }) => onSave(notBuyableReason)}
      onClose={onClose}
    >
      <TextArea
        help="お客さまがそのまま読みます。"
        required
        autoFocus
        maxLength={500}
        {...form.field('notBuyableReason')}
        onFocus={(event) => event.target.select()}
      />
      <Row>
        <ReasonKeys onPick={pick} />
        {usual.map((text, index) => (
          <ChipButton key={text} type="button" onClick={() => pick(text)}>
            {text} <Kbd>{keyText(reasonKey(index))}</Kbd>
          </ChipButton>
        ))}
      </Row>
    </FormDialog>
  )
}

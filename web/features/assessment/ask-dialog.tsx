import { assessmentCalls } from '#contract/assessment'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { itemName } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'

export default function AskDialog({ item, onClose }: { item: AssessedItem; onClose: () => void }) {
  const { slug } = item
  const ask = useMutationOf(assessmentCalls.ask)
  const form = useShortForm(assessmentCalls.ask, {
    labels: { text: 'お聞きになりたいこと' },
    blank: { text: 'お聞きになりたいことをお書きください。' },
    defaultValues: { text: '' },
    draft: `question-${slug}`,
  })
  return (
    <FormDialog
      form={form}
      title={`${itemName(item)}について聞く`}
      confirm="査定員に聞く"
      Confirm={NextButton}
      send={(body) => ask.mutateAsync({ params: { slug }, body })}
      onClose={onClose}
    >
      <TextArea
        required
        help="例 袖口の傷は、どのくらいの大きさですか。"
        maxLength={500}
        {...form.field('text')}
      />
      <p style={{ fontSize: 13 }}>
        お返事が届いたら、メールとお知らせでご案内します。お返事の期限は、この間も止まりません。
      </p>
    </FormDialog>
  )
}

import { kitSizeLabel } from '#contract/codes'
import { kitSizesOf } from '#contract/request-kit'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import { shortDate } from '#web/lib/dates.ts'
import { Inset } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { PartProps } from './goods-fields.tsx'
import { kitSizesFor, type StoredKit } from './request-draft.ts'

const kitHolds: Readonly<Record<number, string>> = {
  80: 'シャツ・ニットで5〜10点ほど',
  100: 'シャツ・ニットで10〜20点ほど',
  120: 'アウターを含めて15〜25点ほど',
  140: 'アウターを含めて25〜35点ほど',
}

/** A size that the shop has stopped offering, of a request that has it. */
const promised = '新しい受け付けは終わりましたが、このお申し込みにはお届けします。箱の数は増やせません。'

type Props = PartProps & {
  shop: Shop
  /** When the kit is expected; null with own boxes. */
  kitOn: string | null
  stored: StoredKit | null | undefined
}

/** Not shown where shop or carrier offer no kits. */
export function KitFields({ draft, change, problems, shop, kitOn, stored }: Props) {
  const sizes = kitSizesFor(draft, shop, stored)
  const offered = kitSizesOf(draft.carrier, shop.kitSizes)
  if (stored?.sentAt)
    return (
      <Inset>
        <b>段ボールは{shortDate(stored.sentAt)}に発送しました。</b>
        お届け予定は{shortDate(stored.expectedOn)}です。大きさと運送会社は変更できません。
      </Inset>
    )
  if (sizes.length === 0) return null
  return (
    <>
      <ChoiceField
        label="箱のご用意"
        required
        name="boxSource"
        value={draft.boxSource}
        error={problems.boxSource}
        onChange={(boxSource) => change({ boxSource })}
        choices={[
          {
            value: 'own',
            label: 'お手持ちの箱を使う',
            help: '丈夫な箱なら、通販の箱の使い回しでもかまいません。',
          },
          {
            value: 'kit',
            label: '段ボールを届けてもらう(無料)',
            help: 'お店からご登録のご住所へ、着払いの送り状を入れてお送りします。届くまで3営業日ほどかかります。',
          },
        ]}
      />
      {draft.boxSource === 'kit' && (
        <>
          <ChoiceField
            label="段ボールの大きさ"
            required
            help={`「送るもの」でお選びの箱の数と同じ、${draft.boxCount ?? 1}箱を${(draft.boxCount ?? 1) > 1 ? 'たたんで1つの荷物にまとめて' : ''}お届けします。`}
            name="kitSize"
            value={draft.kitSize}
            error={problems.kitSize}
            onChange={(kitSize) => change({ kitSize })}
            choices={sizes.map((value) => ({
              value,
              label: kitSizeLabel[value],
              help: offered.includes(value) ? kitHolds[value] : promised,
            }))}
          />
          {kitOn && (
            <Inset role="status" style={{ fontSize: 13 }}>
              <b style={{ display: 'block' }}>段ボールのお届け予定は{shortDate(kitOn)}です</b>
              {draft.deliveringOption === 'PICKUP_ONLY'
                ? '集荷日は、その翌日からお選びいただけます。'
                : '届いたら、お品物を入れてお送りください。'}
              ほかのご住所への転送はされません。ご登録のご住所でお受け取りください。
            </Inset>
          )}
        </>
      )}
    </>
  )
}

import { useState } from 'react'
import { brandMasterCalls } from '#contract/brand-master'
import { foldSearch } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { DangerButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Stack } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { Brand } from './brand-columns.tsx'

type Props = { brand: Brand; onDone: (kept: Brand) => void; onClose: () => void }

const outdated = (brand: Brand, current: Brand): string =>
  current.id === brand.id
    ? 'ほかの人がこのブランドを変えました。それでもまとめるときは、もう一度「まとめる」を押してください。'
    : `このブランドは、ほかの人が${current.name}にまとめました。`

type Problems = { into?: string; typed?: string; other?: string }

/** There is no way back, so the name of the brand that goes is typed. */
export function MergeBrandDialog({ brand, onDone, onClose }: Props) {
  const [text, setText] = useState('')
  const [into, setInto] = useState<{ id: number; name: string }>()
  const [typed, setTyped] = useState('')
  const [version, setVersion] = useState(brand.version)
  const [problems, setProblems] = useState<Problems>({})
  const merge = useMutationOf(brandMasterCalls.merge)
  const q = text.trim()
  const read = useCallWithPrevious(brandMasterCalls.list, { query: { q, size: 20 } }, q !== '' && !into)
  const found = read.isPlaceholderData
    ? undefined
    : read.data?.results
        .filter(({ id }) => id !== brand.id)
        .map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana }))
  const send = async () => {
    const wrong: Problems = {
      ...(!into && { into: 'まとめる先のブランドを選んでください。' }),
      ...(foldSearch(typed) !== foldSearch(brand.name) && { typed: `「${brand.name}」と入力してください。` }),
    }
    setProblems(wrong)
    if (!into || wrong.typed) return
    try {
      onDone(await merge.mutateAsync({ params: { id: brand.id }, body: { into: into.id, version } }))
    } catch (error) {
      const current = currentOf<Brand>(error)
      if (current?.id === brand.id) setVersion(current.version)
      setProblems({ other: current ? outdated(brand, current) : sentenceFor(error) })
    }
  }
  return (
    <ActDialog
      title={`${brand.name}をほかのブランドにまとめる`}
      confirm="まとめる"
      Confirm={DangerButton}
      pending={merge.isPending}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Stack gap={12}>
        <p>
          商品・取り扱う店舗・非公開の印・買取基準表が、まとめる先のブランドに移ります。名前は別名として残り、古物台帳に書いた文字は変わりません。元には戻せません。
        </p>
        <SearchField<number>
          required
          label="まとめる先"
          name="into"
          text={text}
          chosen={into !== undefined}
          search={{ found, failed: read.isError, again: read.refetch }}
          error={problems.into}
          onText={(next) => {
            setText(next)
            setInto(undefined)
          }}
          onChoose={({ value, label }) => {
            setInto({ id: value, name: label })
            setText(label)
          }}
          nothing="見つかりません。"
        />
        <TextField
          required
          label={`確かめるため「${brand.name}」と入力`}
          autoComplete="off"
          value={typed}
          error={problems.typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {problems.other && <ErrorText role="alert">{problems.other}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}

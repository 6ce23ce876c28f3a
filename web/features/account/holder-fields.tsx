import type { ComponentProps } from 'react'
import { HolderChoice } from '#web/features/customer/shared/holder-choice.tsx'
import { TextField } from '#web/ui/field.tsx'

type Registered = ComponentProps<typeof TextField>

type Props = {
  isCorporate: boolean
  onChoose: (isCorporate: boolean) => void
  name: Registered
  agentName: Registered
}

export function HolderFields({ isCorporate, onChoose, name, agentName }: Props) {
  const person = { required: true, autoComplete: 'name' }
  return (
    <>
      <HolderChoice
        value={isCorporate}
        onChange={(chosen) => {
          if (chosen !== isCorporate) onChoose(chosen)
        }}
      />
      {isCorporate ? (
        <>
          <TextField
            required
            autoComplete="organization"
            help="登記のとおりに。例 株式会社おくる商事"
            {...name}
          />
          <TextField {...person} help="お手続きをされる方。例: 山田 花子" {...agentName} />
        </>
      ) : (
        <TextField {...person} help="本人確認書類と同じお名前をご入力ください。例: 山田 花子" {...name} />
      )}
    </>
  )
}

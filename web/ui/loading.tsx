import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useState } from 'react'
import { useOnline } from '#web/lib/online.ts'
import { Lines } from './skeletons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const QUIET_MS = 150
const WORDS_MS = 3000

const Words = styled('p')(({ theme }) => ({
  marginTop: 16,
  textAlign: 'center',
  color: theme.okuru.palette.font.sub,
}))

type Props = {
  skeleton?: ReactNode
  words?: string
}

/** Only room for a moment, then the skeleton in it, then, if it takes long, a sentence. */
export function Loading({
  skeleton = <Lines />,
  words = '読み込んでいます。もう少しお待ちください。',
}: Props) {
  const [step, setStep] = useState(0)
  const online = useOnline()
  useEffect(() => {
    const timers = [setTimeout(() => setStep(1), QUIET_MS), setTimeout(() => setStep(2), WORDS_MS)]
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div role="status" aria-busy="true">
      {online && <div style={{ visibility: step === 0 ? 'hidden' : undefined }}>{skeleton}</div>}
      {step === 1 && online && <VisuallyHidden>読み込み中</VisuallyHidden>}
      {step === 2 && online && <Words>{words}</Words>}
      {step > 0 && !online && <Words>まだ読み込んでいない内容です。つながり次第、表示します。</Words>}
    </div>
  )
}

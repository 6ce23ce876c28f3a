import { type ComponentType, useEffect, useState } from 'react'
import { notify } from './notify.tsx'

const UNOPENED = '通信が不安定なため、ひらけませんでした。もう一度お試しください。'

type Module<Props> = { default: ComponentType<Props> }

/** A dialog whose code comes when it is opened. Without a connection it closes again and says so. */
export function onDemand<Props extends { onClose: () => void }>(load: () => Promise<Module<Props>>) {
  let loaded: ComponentType<Props> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, as React's lazy is
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const { onClose } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
    useEffect(() => {
      if (Part) return
      let isOpen = true
      load().then(
        (module) => {
          loaded = module.default
          if (isOpen) setPart(() => module.default)
        },
        () => {
          if (!isOpen) return
          notify.failed(UNOPENED)
          onClose()
        },
      )
      return () => {
        isOpen = false
      }
    }, [])
    return Part ? <Part {...props} /> : null
  }
}

import { type ImgHTMLAttributes, useEffect, useState } from 'react'
import { keptPicture } from '#web/lib/kept-responses.ts'
import { useOnline } from '#web/lib/online.ts'

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> & {
  src: string
  alt: string
  smaller?: string
}

/** An image that is also shown offline, if it was kept. */
export function KeptImage({ src, smaller, alt, ...rest }: Props) {
  const online = useOnline()
  const [failed, setFailed] = useState<string>()
  const [kept, setKept] = useState<{ of: string; url: string }>()
  const wanted = !online || failed === src
  useEffect(() => {
    if (!wanted) return
    let url: string | undefined
    let left = false
    void (async () => {
      const picture = (await keptPicture(src)) ?? (smaller && (await keptPicture(smaller)))
      if (!picture || left) return
      url = URL.createObjectURL(picture)
      setKept({ of: src, url })
    })()
    return () => {
      left = true
      if (url) URL.revokeObjectURL(url)
      setKept(undefined)
    }
  }, [wanted, src, smaller])
  const shown = wanted && kept?.of === src ? kept.url : src
  return <img {...rest} src={shown} alt={alt} onError={() => shown === src && setFailed(src)} />
}

import { styled } from '@mui/material/styles'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import type { StoreLook } from '#web/app/theme/stores.ts'

const Picture = styled('img')({ height: 24, width: 'auto', maxWidth: 200, objectFit: 'contain' })
const Name = styled('span')({ fontSize: 17, fontWeight: 700, letterSpacing: '0.06em', whiteSpace: 'nowrap' })

type Props = { alt?: string; height?: number }

export function StoreLogo(props: Props) {
  const { entry } = useStoreTheme()
  return <LookLogo look={entry} {...props} />
}

type LookLogoProps = Props & { look: Pick<StoreLook, 'name' | 'logo'> }

/** The logo in its own proportions, or the name where there is none. */
export function LookLogo({ look: { name, logo }, alt = name, height = 24 }: LookLogoProps) {
  if (!logo) return <Name>{name}</Name>
  const width = Math.round((logo.width * height) / logo.height)
  return <Picture src={logo.url} alt={alt} width={width} height={height} style={{ height }} />
}

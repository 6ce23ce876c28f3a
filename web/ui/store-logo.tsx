import { styled } from '@mui/material/styles'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'

const Picture = styled('img')({ height: 24, width: 'auto' })

export function StoreLogo({ alt = 'okuru', height }: { alt?: string; height?: number }) {
  const { entry } = useStoreTheme()
  return <Picture src={entry.assets.logo} alt={alt} style={{ height }} />
}

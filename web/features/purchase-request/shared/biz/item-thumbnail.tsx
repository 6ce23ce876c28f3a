import { styled } from '@mui/material/styles'
import { Icon } from '#web/ui/icons.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'

const Frame = styled(PhotoFrame)(({ theme }) => ({
  position: 'relative',
  aspectRatio: '1',
  borderRadius: 8,
  color: theme.okuru.palette.font.sub,
  '& b': {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    fontSize: 14,
    color: '#ffffff',
    background: 'rgb(0 0 0 / 0.48)',
  },
}))

export function ItemThumbnail({ src, alt, more }: { src: string | undefined; alt: string; more?: number }) {
  return (
    <Frame>
      {src ? <img src={src} alt={alt} loading="lazy" /> : <Icon name="hanger" size={24} label={alt} />}
      {more !== undefined && <b>{`+${more}`}</b>}
    </Frame>
  )
}

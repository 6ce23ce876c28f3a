import { styled } from '@mui/material/styles'

export const PhotoFrame = styled('div')({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: 12,
  background: 'linear-gradient(160deg, #f0ede7, #e4dfd5)',
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
})

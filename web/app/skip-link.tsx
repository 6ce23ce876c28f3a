import { styled } from '@mui/material/styles'

const Root = styled('a')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: 8,
  color: theme.okuru.palette.font.main,
  background: theme.okuru.palette.bg.paper,
  '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
}))

export function SkipLink() {
  const skip = () => {
    const main = document.getElementById('main')
    if (!main) return
    main.tabIndex = -1
    main.style.outline = 'none'
    main.focus()
  }
  return (
    <Root
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        skip()
      }}
    >
      本文へ移動
    </Root>
  )
}

import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { closeSnackbar, enqueueSnackbar, MaterialDesignContent, SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'
import type { Notice } from './notify.tsx'

const Toast = styled(MaterialDesignContent)(({ theme }) => {
  const { palette } = theme.okuru
  return {
    '&.notistack-MuiContent': {
      fontFamily: theme.typography.fontFamily,
      fontSize: 14,
      lineHeight: 1.6,
      borderRadius: 12,
      flexWrap: 'nowrap',
      maxWidth: 'min(560px, calc(100vw - 32px))',
      color: palette.brand.contrastText,
      background: palette.brand.main,
      boxShadow: theme.okuru.shadow.bar,
    },
    '&.notistack-MuiContent-error': { color: '#ffffff', background: palette.error.main },
  }
})

/** Above the sticky bar with the next step. */
const ABOVE_THE_BAR = {
  '.notistack-SnackbarContainer': { marginBottom: 'calc(var(--sticky-bar, 0px) + var(--shell-bottom, 0px))' },
}

const CONTENT = { default: Toast, success: Toast, error: Toast, info: Toast, warning: Toast }

export default function NotifyHost({
  subscribe,
}: {
  subscribe: (show: (notice: Notice) => void) => () => void
}) {
  useEffect(
    () =>
      subscribe(({ message, variant, key }) =>
        enqueueSnackbar({ message, variant, key, preventDuplicate: true }),
      ),
    [subscribe],
  )
  return (
    <>
      <Global styles={ABOVE_THE_BAR} />
      <SnackbarProvider
        maxSnack={3}
        autoHideDuration={5000}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        Components={CONTENT}
        action={(key) => (
          <IconButton label="閉じる" onClick={() => closeSnackbar(key)}>
            <Icon name="close" size={18} />
          </IconButton>
        )}
      />
    </>
  )
}

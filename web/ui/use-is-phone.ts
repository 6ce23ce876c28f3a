import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

export const useIsPhone = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })

import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const Paper = styled('div')({ display: 'none', '@media print': { display: 'block', color: '#000000' } })

type Props = {
  /** `size` and `margin` as CSS names them. */
  page: { size: string; margin: string | number }
  children: ReactNode
}

/** What the printer gets instead of the page on the screen. */
export function OnPaper({ page, children }: Props) {
  return (
    <>
      <Global
        styles={{
          '@page': page,
          '@media print': {
            'body > #root, body > .MuiDialog-root': { display: 'none !important' },
            body: { background: '#ffffff' },
          },
        }}
      />
      {createPortal(<Paper>{children}</Paper>, document.body)}
    </>
  )
}

import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const Paper = styled('div')({ display: 'none', '@media print': { display: 'block', color: '#000000' } })

type Props = {
  page: { size: string; margin: string | number }
  children: ReactNode
}

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

import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const Paper = styled('div')({ display: 'none', '@media print': { display: 'block', color: '#000000' } })

type Props = {
  page: { size: string; margin: string | number }
  /** With the number of each page below it. */
  isNumbered?: true
  children: ReactNode
}

const numbered = {
  '@bottom-right': { content: "counter(page) ' / ' counter(pages) 'ページ'", fontSize: '8pt' },
}

export function OnPaper({ page, isNumbered, children }: Props) {
  return (
    <>
      <Global
        styles={{
          '@page': { ...page, ...(isNumbered && numbered) },
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

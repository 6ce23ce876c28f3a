import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** To a row of the list on this page, shown beside it: a real link, so that another tab can show it. */
export const OpenLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link to="." search={(before: object) => ({ ...before, open: id })} replace resetScroll={false}>
    {children}
  </Link>
)

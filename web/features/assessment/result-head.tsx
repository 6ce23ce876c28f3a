import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { shortDateTime, timeLeft } from '#web/lib/dates.ts'
import { BackMark } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'

/** Its height on a desk, in one row. */
export const DESK_HEAD = 56

const Band = styled('header')(({ theme }) => {
  const { brand, accent } = theme.okuru.palette
  return {
    color: brand.contrastText,
    background: brand.main,
    borderRadius: '0 0 20px 20px',
    '& > div': { maxWidth: 1040, margin: '0 auto', padding: '0 20px 16px' },
    '&[data-tall] > div': { paddingBottom: 44 },
    '&[data-tall] h1 > span': { fontSize: 'min(48px, 14vw)' },
    [theme.breakpoints.up('md')]: {
      borderRadius: 0,
      '& > div': {
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 32,
        maxWidth: 'none',
        minHeight: DESK_HEAD,
        padding: '4px 32px',
      },
      '& .row': { alignItems: 'baseline' },
      '& h1': { display: 'flex', alignItems: 'baseline', gap: 12, fontSize: 13 },
      '& h1 > span': { fontSize: 24 },
      '& .deadline b': { display: 'inline', marginLeft: 12 },
      '& .deadline br': { display: 'none' },
    },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      minHeight: 44,
      fontSize: 13,
      color: 'inherit',
      opacity: 0.9,
      textDecoration: 'none',
    },
    '& a:hover': { textDecoration: 'underline' },
    '& a:focus-visible': { outlineColor: accent.onBrand },
    '& .row': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'flex-end',
      gap: '4px 16px',
    },
    '& h1': { fontSize: 12, fontWeight: 400, lineHeight: 1.5, outline: 'none' },
    '& h1 > span': { display: 'block', fontSize: 'min(34px, 14vw)', lineHeight: 1.15 },
    '& .note': { fontSize: 12, lineHeight: 1.5 },
    '& .deadline': { fontSize: 12, lineHeight: 1.5, textAlign: 'right' },
    '& .deadline b': { display: 'block', fontSize: 14, color: accent.onBrand },
  }
})

/** Refreshed, so that a deadline that passes while the page is open shows. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

type Props = {
  request: number
  title: string
  /** Undefined when nothing was sold. */
  amount: number | null | undefined
  note?: string | undefined
  expiresAt: string | null
  now: number
  /** Leaves room for the photos that reach into it. */
  tall?: boolean
}

export function ResultHead({ request, title, amount, note, expiresAt, now, tall = false }: Props) {
  return (
    <Band data-tall={tall ? '' : undefined}>
      <div>
        <Link to="/requests/$id" params={{ id: String(request) }}>
          <BackMark />
          申し込み {request}
        </Link>
        <div className="row">
          <h1 tabIndex={-1}>
            {title}
            {amount !== undefined && (
              <span>
                <Yen amount={amount} />
              </span>
            )}
          </h1>
          {note && <p className="note">{note}</p>}
          {expiresAt && (
            <p className="deadline">
              お返事の期限
              <br /> {shortDateTime(expiresAt)}
              <b>{timeLeft(expiresAt, now)}</b>
            </p>
          )}
        </div>
      </div>
    </Band>
  )
}

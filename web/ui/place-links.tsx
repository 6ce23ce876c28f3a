import { styled } from '@mui/material/styles'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Icon, type IconName } from './icons.tsx'

const List = styled('ul')(({ theme }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  overflow: 'hidden',
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 56,
    padding: '8px 16px',
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { background: theme.okuru.palette.bg.header },
  '& a:focus-visible': { outlineOffset: -3 },
  '& a > svg:first-of-type': { color: theme.okuru.palette.primary.main },
  '& a > svg:last-of-type': { marginLeft: 'auto', color: theme.okuru.palette.font.sub },
  '& small': { display: 'block', fontSize: 12, lineHeight: 1.5, color: theme.okuru.palette.font.sub },
}))

export type Place = { to: NonNullable<LinkProps['to']>; icon: IconName; label: string; help?: string }

export function PlaceLinks({ places }: { places: readonly Place[] }) {
  return (
    <List>
      {places.map(({ to, icon, label, help }) => (
        <li key={to}>
          <Link to={to}>
            <Icon name={icon} size={22} />
            <span>
              {label}
              {help && <small>{help}</small>}
            </span>
            <Icon name="chevron" size={16} />
          </Link>
        </li>
      ))}
    </List>
  )
}

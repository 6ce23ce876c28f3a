import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { findAnything } from '#web/features/purchase-request/shared/biz/find-anything.ts'
import type { Account } from '#web/lib/session.ts'
import { useCloseRequest } from '#web/ui/close-request.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'
import { leaveField } from '#web/ui/keyboard.ts'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { StaffBell } from './staff-bell.tsx'
import { useSignOut } from './use-sign-out.tsx'

export const BIZ_BAR = 48
export const NAV_ID = 'biz-nav'

const Bar = styled('header')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.appBar,
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '0 16px',
    fontSize: 12,
    color: palette.brand.contrastText,
    background: palette.brand.main,
    '& a:focus-visible, & button:focus-visible': { outlineColor: palette.accent.onBrand },
    '& .shop': { opacity: 0.8, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .end': { display: 'flex', alignItems: 'center', gap: 8, marginLeft: 'auto' },
    '& .bell': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: 36,
      height: 36,
      color: 'inherit',
    },
    '& .menu': { marginLeft: -8, [theme.breakpoints.up('md')]: { display: 'none' } },
    '& .wide': { [theme.breakpoints.down('md')]: { display: 'none' } },
  }
})

const Search = styled('form')(({ theme }) => ({
  position: 'relative',
  flex: '0 1 420px',
  marginLeft: 12,
  [theme.breakpoints.down('md')]: { flex: '1 1 auto', marginLeft: 0 },
  '& input': {
    width: '100%',
    height: 32,
    padding: '0 36px 0 12px',
    fontSize: 13,
    border: '1px solid transparent',
    borderRadius: 8,
    color: 'inherit',
    background: 'rgb(255 255 255 / 0.13)',
    '&::placeholder': { color: 'inherit', opacity: 0.75 },
    '&:focus': { outline: 'none', borderColor: theme.okuru.palette.accent.onBrand },
    '@media (pointer: coarse)': { fontSize: 16 },
  },
  [theme.breakpoints.down('sm')]: { '& input': { paddingRight: 12, textOverflow: 'ellipsis' } },
  '& kbd': { position: 'absolute', right: 8, top: 6 },
}))

const UserButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 32,
  padding: '0 8px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '&:hover': { background: 'rgb(255 255 255 / 0.1)' },
})

const UserMenuList = styled(Menu)(({ theme }) => ({
  '& .MuiMenu-paper': {
    minWidth: 220,
    marginTop: 8,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 12,
    boxShadow: theme.okuru.shadow.card,
  },
  '& .MuiMenu-list': { padding: 8 },
  '& .MuiListSubheader-root': {
    padding: '6px 12px 10px',
    fontSize: 12,
    fontWeight: 400,
    lineHeight: 1.6,
    color: theme.okuru.palette.font.sub,
  },
  '& .MuiListSubheader-root b': { display: 'block', fontSize: 13, color: theme.okuru.palette.font.main },
  '& .MuiMenuItem-root': { minHeight: 0, padding: '8px 12px', fontSize: 13, borderRadius: 8 },
  '& .MuiMenuItem-root:hover': { background: theme.okuru.palette.primary.lightest },
}))

type Props = {
  user: Account['businessUser'] | undefined
  search: RefObject<HTMLInputElement | null>
  menuOpen: boolean
  menuButton: RefObject<HTMLButtonElement | null>
  onMenu: () => void
  onKeys: () => void
  onPalette: () => void
}

export function BizBar({ user, search, menuOpen, menuButton, onMenu, onKeys, onPalette }: Props) {
  const shops = user?.company.shops ?? []
  const [only] = shops.length === 1 ? shops : []
  const findsAll = user?.company.isOperator !== true && user?.role !== 'inspector'
  return (
    <Bar>
      <span className="menu">
        <IconButton
          ref={menuButton}
          label={menuOpen ? 'メニューを閉じる' : 'メニューを開く'}
          aria-expanded={menuOpen}
          aria-controls={NAV_ID}
          onClick={onMenu}
        >
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </IconButton>
      </span>
      <Link to="/biz" aria-label="今日" className="wide">
        <StoreLogo alt="" height={20} />
      </Link>
      <span className="shop wide">{only?.name ?? user?.company.name}</span>
      {findsAll && <Finder input={search} />}
      <div className="end">
        <span className="wide">
          <IconButton
            label="画面・お客さま・番号・操作を呼び出す"
            onClick={onPalette}
            style={{ width: 'auto', borderRadius: 16 }}
          >
            <Kbd>Ctrl K</Kbd>
          </IconButton>
          <IconButton label="キー一覧" onClick={onKeys}>
            <Kbd>?</Kbd>
          </IconButton>
        </span>
        {user && <StaffBell />}
        {user && <UserMenu user={user} />}
      </div>
    </Bar>
  )
}

function Finder({ input }: { input: Props['search'] }) {
  const navigate = useNavigate()
  const [looking, setLooking] = useState(false)
  const label = '名前・カナ・電話・メール・番号・コード'
  const isPhone = useIsPhone()
  const find = async (text: string) => {
    setLooking(true)
    const place = await findAnything(text)
    setLooking(false)
    leaveField()
    await navigate(place)
  }
  return (
    <Search
      role="search"
      aria-label="全体"
      aria-busy={looking || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        const text = input.current?.value.trim()
        // Keys typed next are meant for the result.
        if (text && !looking) queueKeysUntil(find(text))
      }}
    >
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={`${label}で探す`}
        placeholder={isPhone ? '名前・番号・コード' : label}
        autoComplete="off"
      />
      <Kbd aria-hidden className="wide">
        {looking ? '…' : '/'}
      </Kbd>
    </Search>
  )
}

function UserMenu({ user }: { user: NonNullable<Props['user']> }) {
  const navigate = useNavigate()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const { signOut, question } = useSignOut()
  const close = () => setButton(null)
  useCloseRequest(button !== null, close)
  const leave = () => {
    close()
    signOut(() => void navigate({ to: '/biz/login' }))
  }
  return (
    <>
      <UserButton
        type="button"
        aria-label={`${user.name} のメニュー`}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onClick={(event) => setButton(event.currentTarget)}
      >
        <Icon name="person" size={18} />
        <span className="wide">{user.name}</span>
      </UserButton>
      <UserMenuList
        open={button !== null}
        anchorEl={button}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <ListSubheader disableSticky>
          <b>{user.name}</b>
          {user.company.name}
          {user.isAdmin && '・管理者'}
        </ListSubheader>
        {user.role !== 'inspector' && (
          <MenuItem component={Link} to="/biz/security" onClick={close}>
            ログインと安全
          </MenuItem>
        )}
        <MenuItem component={Link} to="/" onClick={close}>
          お客さま向けの画面
        </MenuItem>
        <MenuItem onClick={leave}>ログアウト</MenuItem>
      </UserMenuList>
      {question}
    </>
  )
}

import { styled } from '@mui/material/styles'
import { photoRoleLabel } from '#contract/productization'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { Shortcut } from '#web/ui/use-shortcuts.ts'
import type { PhotoChange, SalePhoto } from './sale-photo-edits.ts'

export const roles = Object.entries(photoRoleLabel) as [keyof typeof photoRoleLabel, string][]

export type PhotoActs = {
  edit: (change: PhotoChange) => void
  crop: () => void
  toggleOriginal: () => void
  remove: () => void
}

const Bar = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 4,
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      minHeight: 28,
      padding: '2px 3px 2px 8px',
      font: 'inherit',
      fontSize: 12,
      color: palette.font.main,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.medium}`,
      borderRadius: 14,
      cursor: 'pointer',
      [BY_FINGER]: { minHeight: 44, borderRadius: 22, paddingInline: 14 },
    },
    '& button[aria-pressed="true"]': {
      fontWeight: 700,
      color: palette.primary.main,
      background: palette.primary.lightest,
      borderColor: palette.primary.main,
    },
    '& button:focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 1 },
    '& button:disabled': { opacity: 0.5, cursor: 'default' },
    '& kbd': { fontSize: 10, [BY_FINGER]: { display: 'none' } },
    // On a phone they are in one row that moves sideways.
    [theme.breakpoints.down('sm')]: { flexWrap: 'nowrap', overflowX: 'auto', '& button': { flex: 'none' } },
  }
})

/** Read again by whoever presses fast: each turn goes on from the one asked for last. */
export const turned = (turn: number): SalePhoto['edits']['turn'] =>
  ((turn + 90) % 360) as SalePhoto['edits']['turn']

export const isEdited = ({ edits }: SalePhoto): boolean =>
  edits.crop !== null || edits.turn !== 0 || edits.isBalanced || edits.isCutOut

type Props = {
  photo: SalePhoto
  edits: SalePhoto['edits']
  showsOriginal: boolean
  acts: PhotoActs
}

export function PhotoTools({ photo, edits, showsOriginal, acts }: Props) {
  const { edit, crop, toggleOriginal, remove } = acts
  return (
    <>
      <Bar role="toolbar" aria-label="写真を直す">
        <button type="button" onClick={() => edit({ edits: { turn: turned(edits.turn) } })}>
          回す<Kbd>R</Kbd>
        </button>
        <button type="button" aria-pressed={edits.crop !== null} onClick={crop}>
          切り抜き<Kbd>X</Kbd>
        </button>
        <button
          type="button"
          aria-pressed={edits.isBalanced}
          onClick={() => edit({ edits: { isBalanced: !edits.isBalanced } })}
        >
          色合い<Kbd>W</Kbd>
        </button>
        <button
          type="button"
          aria-pressed={edits.isCutOut}
          onClick={() => edit({ edits: { isCutOut: !edits.isCutOut } })}
        >
          背景を白く<Kbd>U</Kbd>
        </button>
        <button
          type="button"
          aria-pressed={showsOriginal}
          disabled={!isEdited(photo)}
          onClick={toggleOriginal}
        >
          元の写真<Kbd>B</Kbd>
        </button>
        <button type="button" onClick={remove}>
          外す<Kbd>Del</Kbd>
        </button>
      </Bar>
      <Bar role="group" aria-label="写っているもの">
        {roles.map(([role, label], place) => (
          <button key={role} type="button" aria-pressed={photo.role === role} onClick={() => edit({ role })}>
            {label}
            <Kbd>{place + 1}</Kbd>
          </button>
        ))}
      </Bar>
    </>
  )
}

/** The same by keys. */
export function photoShortcuts(
  { edit, crop, toggleOriginal, remove }: PhotoActs,
  editsNow: () => SalePhoto['edits'],
): Shortcut[] {
  return [
    { code: 'KeyR', label: '写真を右に回す', run: () => edit({ edits: { turn: turned(editsNow().turn) } }) },
    { code: 'KeyX', label: '写真を切り抜く', run: crop },
    {
      code: 'KeyW',
      label: '写真の色合いを整える',
      run: () => edit({ edits: { isBalanced: !editsNow().isBalanced } }),
    },
    {
      code: 'KeyU',
      label: '写真の背景を白くする',
      run: () => edit({ edits: { isCutOut: !editsNow().isCutOut } }),
    },
    { code: 'KeyB', label: '元の写真と見比べる', run: toggleOriginal },
    { code: 'Delete', label: '写真を外す', run: remove },
    ...roles.map(([role, label], place) => ({
      code: `Digit${place + 1}`,
      label: `写真: ${label}`,
      run: () => edit({ role }),
    })),
  ]
}

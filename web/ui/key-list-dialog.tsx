import { styled } from '@mui/material/styles'
import { QuietButton } from './button.tsx'
import { CheckField } from './choice-field.tsx'
import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'
import { keyText, type Shortcut } from './shortcut-list.ts'
import { setShortcutsOn, useShortcutsOn } from './use-shortcuts.ts'

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  alignItems: 'center',
  margin: '16px 0',
  '& dd': { color: theme.okuru.palette.font.main },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'auto 1fr auto 1fr', columnGap: 24 },
}))

type Entries = readonly Pick<Shortcut, 'code' | 'after' | 'ctrl' | 'shift' | 'alt' | 'label'>[]

function keysByLabel(shortcuts: Entries): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const shortcut of shortcuts)
    found.set(shortcut.label, [...(found.get(shortcut.label) ?? []), keyText(shortcut)])
  return found
}

type Props = {
  open: boolean
  onClose: () => void
  shortcuts: Entries
}

export function KeyListDialog({ open, onClose, shortcuts }: Props) {
  const on = useShortcutsOn()
  return (
    <Dialog
      open={open}
      wide
      title="キー一覧"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <List>
        {[...keysByLabel(shortcuts)].map(([label, keys]) => (
          <Entry key={label} keys={keys} label={label} />
        ))}
      </List>
      <CheckField
        label="1つのキーだけの操作を使う"
        checked={on}
        onChange={(event) => setShortcutsOn(event.target.checked)}
      />
    </Dialog>
  )
}

function Entry({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <>
      <dt>
        {keys.map((combination, index) => (
          <span key={combination}>
            {index > 0 && <span> / </span>}
            {combination.split(' ').map((key) => (
              <Kbd key={key} style={{ marginRight: 4 }}>
                {key}
              </Kbd>
            ))}
          </span>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  )
}

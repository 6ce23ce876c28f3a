import { styled } from '@mui/material/styles'
import { QuietButton } from './button.tsx'
import { CheckField } from './choice-field.tsx'
import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'
import { keyText, type Shortcut, setShortcutsOn, useShortcutsOn } from './use-shortcuts.ts'

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  alignItems: 'center',
  margin: '16px 0',
  '& dd': { color: theme.okuru.palette.font.main },
}))

type Props = {
  open: boolean
  onClose: () => void
  shortcuts: readonly Pick<Shortcut, 'code' | 'ctrl' | 'shift' | 'alt' | 'label'>[]
}

/** Every key of this screen, and the switch for single keys. */
export function KeyListDialog({ open, onClose, shortcuts }: Props) {
  const on = useShortcutsOn()
  return (
    <Dialog
      open={open}
      title="キー一覧"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <List>
        {shortcuts.map((shortcut) => (
          <Entry key={keyText(shortcut)} keys={keyText(shortcut)} label={shortcut.label} />
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

function Entry({ keys, label }: { keys: string; label: string }) {
  return (
    <>
      <dt>
        {keys.split(' ').map((key) => (
          <Kbd key={key} style={{ marginRight: 4 }}>
            {key}
          </Kbd>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  )
}

import { styled } from '@mui/material/styles'
import { type ChangeEvent, type Ref, useEffect, useRef } from 'react'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { PHOTO_TYPES } from '#web/ui/photo-input.tsx'
import { inNameOrder, isPicture } from './dropped-files.ts'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      minHeight: 32,
      padding: '2px 12px',
      fontSize: 12,
      fontWeight: 700,
      color: palette.primary.main,
      background: palette.bg.paper,
      border: `1.5px dashed ${palette.border.strong}`,
      borderRadius: 10,
      cursor: 'pointer',
      [BY_FINGER]: { minHeight: 48 },
    },
    '& label:has(input:focus-visible)': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
    '& input': { position: 'absolute', opacity: 0, width: 1, height: 1 },
    '& kbd': { [BY_FINGER]: { display: 'none' } },
    [theme.breakpoints.down('sm')]: {
      '& label:first-of-type': {
        flex: '1 0 100%',
        justifyContent: 'center',
        minHeight: 56,
        fontSize: 16,
        color: '#ffffff',
        background: palette.primary.main,
        border: 0,
      },
      // Phones have no folders to choose.
      '& label.folder': { display: 'none' },
    },
  }
})

type Props = { camera: Ref<HTMLInputElement>; onAdd: (files: readonly File[]) => void }

/** Camera first. A folder is where a camera on a cable puts what it takes. */
export function PhotoAdding({ camera, onAdd }: Props) {
  const folder = useRef<HTMLInputElement>(null)
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), [])
  const taken = (sorted: boolean) => (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    onAdd(sorted ? inNameOrder(chosen) : chosen.filter(isPicture))
    event.target.value = ''
  }
  return (
    <Root>
      <label>
        <Icon name="camera" size={18} />
        撮る<Kbd>P</Kbd>
        <input
          ref={camera}
          type="file"
          accept={PHOTO_TYPES}
          capture="environment"
          multiple
          onChange={taken(false)}
        />
      </label>
      <label>
        <Icon name="upload" size={18} />
        写真を選ぶ
        <input type="file" accept={PHOTO_TYPES} multiple onChange={taken(true)} />
      </label>
      <label className="folder">
        <Icon name="box" size={18} />
        フォルダから
        <input ref={folder} type="file" multiple onChange={taken(true)} />
      </label>
    </Root>
  )
}

import { styled } from '@mui/material/styles'
import { savedViewCalls } from '#contract/saved-view'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import type { SavedView } from '#web/lib/use-saved-views.ts'
import { QuietButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'
import { notify } from './notify.tsx'
import { Stack } from './page.tsx'
import type { SavedViewsState } from './saved-views.tsx'
import { TextButton } from './text-button.tsx'

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 40,
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& .name': {
    flex: 1,
    minWidth: 0,
    padding: '4px 0',
    textAlign: 'left',
    font: 'inherit',
    fontWeight: 700,
    color: 'inherit',
    background: 'none',
    border: 0,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '&:hover': { textDecoration: 'underline' },
  },
  '& small': { display: 'block', fontSize: 11, fontWeight: 400, color: theme.okuru.palette.font.sub },
}))

const Heading = styled('h3')({ fontSize: 12, fontWeight: 700 })

type Props = { state: SavedViewsState; onEdit: (view: SavedView) => void; onClose: () => void }

/** All views of the list: open, arrange, edit. */
export function SavedViewList({ state, onEdit, onClose }: Props) {
  const { views } = state
  const shift = useMutationOf(savedViewCalls.shift, { waits: true, rereadsOnError: true })
  const move = async (id: number, towards: 'front' | 'back') => {
    if (shift.isPending) return
    try {
      await shift.mutateAsync({ params: { id }, body: { towards } })
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const groups = [...new Set(views.map(({ shop }) => shop))].map((shop) => ({
    shop,
    of: views.filter((view) => view.shop === shop),
  }))
  return (
    <Dialog
      open
      title="保存した表示"
      onClose={onClose}
      actions={<QuietButton onClick={onClose}>閉じる</QuietButton>}
    >
      <Stack gap={16}>
        {groups.map(({ shop, of }) => (
          <section key={shop ?? 'own'}>
            <Heading>{shop === null ? '自分だけ' : `${of[0]?.shopName}で共有`}</Heading>
            <Rows>
              {of.map((view, index) => (
                <li key={view.id}>
                  <button
                    type="button"
                    className="name"
                    onClick={() => {
                      state.choose(view.id)
                      onClose()
                    }}
                  >
                    {view.name}
                    {view.isDefault && <small>はじめに開く表示</small>}
                  </button>
                  {view.mayChange && (
                    <>
                      <IconButton
                        label={`「${view.name}」を前へ`}
                        disabled={index === 0}
                        onClick={() => void move(view.id, 'front')}
                      >
                        <Icon name="chevron" size={16} style={{ rotate: '-90deg' }} />
                      </IconButton>
                      <IconButton
                        label={`「${view.name}」を後ろへ`}
                        disabled={index === of.length - 1}
                        onClick={() => void move(view.id, 'back')}
                      >
                        <Icon name="chevron" size={16} style={{ rotate: '90deg' }} />
                      </IconButton>
                    </>
                  )}
                  <TextButton onClick={() => onEdit(view)} aria-label={`「${view.name}」を編集`}>
                    編集
                  </TextButton>
                </li>
              ))}
            </Rows>
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}

import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { type KitButtonProps, NextButton, QuietButton } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'> &
  Pick<KitButtonProps, 'pending'> & {
    open?: boolean
    confirm: ReactNode
    Confirm?: ComponentType<KitButtonProps>
    onConfirm?: () => void
    /** The form that the button submits, instead of `onConfirm`. */
    form?: string
    /** The way back has the focus, where a hasty Enter must change nothing. */
    startsSafe?: boolean
  }

/** A dialog with one thing to do and the way back. */
export function ActDialog(props: Props) {
  const {
    open = true,
    confirm,
    Confirm = NextButton,
    onConfirm,
    form,
    pending,
    startsSafe,
    ...dialog
  } = props
  return (
    <Dialog
      {...dialog}
      open={open}
      actions={
        <>
          <Confirm type={form ? 'submit' : 'button'} form={form} onClick={onConfirm} pending={pending}>
            {confirm}
          </Confirm>
          <QuietButton onClick={dialog.onClose} autoFocus={startsSafe}>
            戻る
          </QuietButton>
        </>
      }
    />
  )
}

import { type ComponentType, createContext, type RefObject } from 'react'

/** The dialog a component is in: while a dialog is open, only its own keys act. */
export const KeyLayer = createContext<RefObject<Element | null> | undefined>(undefined)

/** The keys of every dialog in the back office. */
export const KeysOfDialogs = createContext<
  ComponentType<{ body: RefObject<HTMLElement | null> }> | undefined
>(undefined)

import { type ComponentType, createContext, type RefObject } from 'react'

/** The dialog a component stands in: while one is open, only the keys of what stands in it act. */
export const KeyLayer = createContext<RefObject<Element | null> | undefined>(undefined)

/** The keys every dialog has where there are keys at all: in the back office. */
export const KeysOfDialogs = createContext<
  ComponentType<{ body: RefObject<HTMLElement | null> }> | undefined
>(undefined)
